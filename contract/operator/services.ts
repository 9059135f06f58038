import { z } from 'zod';
import { Id } from '../schemas/primitives.ts';
import { operatorOperation } from './define.ts';
import { At, idArgument, oneLine, wholeNumber } from './fields.ts';

export const services = {
  postponeService: operatorOperation({
    resource: 'services',
    summary: 'give a customer days to pay a service, with its addons: until then it is not suspended for lack of payment',
    changes: true,
    args: ['service'],
    input: z.strictObject({
      service: idArgument('server, floating IP or support plan'),
      days: wholeNumber(1, 90).meta({ description: 'how many more', value: 'n' }),
      reason: oneLine(200).meta({ description: 'why, for other operators', value: 'sentence' }),
    }),
    reply: z.strictObject({
      id: Id,
      account: Id,
      type: z.string(),
      expiry_at: At,
      /** When it is suspended unless it is paid. */
      suspend_after: At,
    }),
    failures: ['not_found', 'wrong_state'],
  }),
};
