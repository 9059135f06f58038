import { z } from 'zod';
import { Id } from '../schemas/primitives.ts';
import { operatorOperation } from './define.ts';
import { emailAddress, oneLine } from './fields.ts';

export const users = {
  resetUser: operatorOperation({
    resource: 'users',
    verb: 'reset-two-factor',
    summary: 'disable the two-factor authentication of a user who has lost it; be sure who asks: the user is told by mail',
    changes: true,
    args: ['user'],
    input: z.strictObject({
      user: emailAddress.meta({ description: 'email address of the user', value: 'address' }),
      reason: oneLine(200).meta({ description: 'how you know who asks; for other operators', value: 'sentence' }),
    }),
    reply: z.strictObject({ id: Id, email: z.string(), accounts: z.array(Id) }),
    failures: ['not_found', 'wrong_state'],
  }),
};
