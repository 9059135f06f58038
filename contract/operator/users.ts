import { z } from 'zod';
import { Id } from '../schemas/primitives.ts';
import { operatorOperation } from './define.ts';
import { At, newEmailAddress, oneLine, userArgument } from './fields.ts';

const user = userArgument.meta({ description: 'id or email address of the user', value: 'user' });

export const users = {
  resetUser: operatorOperation({
    resource: 'users',
    verb: 'reset-two-factor',
    summary: 'disable the two-factor authentication of a user who lost it, and notify the user by mail; verify the person first',
    changes: true,
    args: ['user'],
    input: z.strictObject({
      user,
      reason: oneLine(200).meta({ description: "proof of the person's identity, for other operators", value: 'sentence' }),
    }),
    reply: z.strictObject({ id: Id, email: z.string(), accounts: z.array(Id) }),
    failures: ['not_found', 'wrong_state'],
  }),
  changeUser: operatorOperation({
    resource: 'users',
    verb: 'change-email',
    summary:
      'change the email address of a user who lost the mailbox, after 2 days and confirmation of the new address; the old one can stop it; verify the person first',
    changes: true,
    args: ['user'],
    input: z.strictObject({
      user,
      email: newEmailAddress.meta({ description: 'new email address, which gets a confirmation link', value: 'address' }),
      reason: oneLine(200).meta({ description: "proof of the person's identity, for other operators", value: 'sentence' }),
    }),
    reply: z.strictObject({
      id: Id,
      /** Current address. */
      email: z.string(),
      new_email: z.string(),
      /** Earliest time at which the new address can replace the current address. */
      counts_from: At,
      /** Time until which the link to the new address is valid. */
      expires_at: At,
      accounts: z.array(Id),
    }),
    failures: ['not_found', 'wrong_state'],
  }),
  withdrawUser: operatorOperation({
    resource: 'users',
    verb: 'withdraw-email',
    summary: "stop a pending change of a user's email address, and end its links",
    changes: true,
    args: ['user'],
    input: z.strictObject({
      user,
      reason: oneLine(200).meta({ description: 'reason, for other operators', value: 'sentence' }),
    }),
    reply: z.strictObject({ id: Id, email: z.string(), new_email: z.string(), accounts: z.array(Id) }),
    failures: ['not_found', 'wrong_state'],
  }),
};
