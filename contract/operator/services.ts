import { z } from 'zod';
import { Id } from '../schemas/primitives.ts';
import { operatorOperation } from './define.ts';
import { At, idArgument, oneLine, timeInput, wholeNumber } from './fields.ts';

const Suspension = z.strictObject({
  id: Id,
  account: Id,
  type: z.string(),
  status: z.string(),
  expiry_at: At.nullable(),
  /** By the staff. */
  staff_suspended_at: At.nullable(),
  reason: z.string().nullable(),
});

export const services = {
  suspendService: operatorOperation({
    resource: 'services',
    summary:
      'suspend a service, with its addons, until it is resumed by hand: a server is off and keeps its addresses, whatever is paid',
    changes: true,
    args: ['service'],
    input: z.strictObject({
      service: idArgument('server, floating IP or support plan'),
      reason: oneLine(200).meta({ description: 'why, in a sentence that the customer reads', value: 'sentence' }),
    }),
    reply: Suspension,
    failures: ['not_found', 'wrong_state', 'locked'],
  }),
  resumeService: operatorOperation({
    resource: 'services',
    summary: 'resume what was suspended by hand; what is not paid or was cancelled has the whole grace period from now',
    changes: true,
    args: ['service'],
    input: z.strictObject({
      service: idArgument('server, floating IP or support plan'),
      extend: z.boolean().default(false).meta({ description: 'it lasts longer by the paid time for which it was suspended' }),
    }),
    reply: Suspension,
    failures: ['not_found', 'wrong_state', 'locked'],
  }),
  setService: operatorOperation({
    resource: 'services',
    summary:
      'change until when a service lasts, with its addons: no money moves, and later renewals are counted from the new end',
    changes: true,
    args: ['service'],
    input: z.strictObject({
      service: idArgument('server, floating IP or support plan'),
      expiry_at: timeInput.meta({ description: 'its new end, such as 2027-03-31T12:00:00Z', value: 'time' }),
      reason: oneLine(200).meta({ description: 'why, in a sentence that the customer reads', value: 'sentence' }),
    }),
    reply: Suspension.extend({
      /** Its end of before. */
      before: At,
    }),
    failures: ['not_found', 'wrong_state', 'locked'],
  }),
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
