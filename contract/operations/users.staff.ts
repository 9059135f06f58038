import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { At, newEmailAddress, oneLine, userArgument } from '../operator/fields.ts';
import { Id } from '../schemas/primitives.ts';

const user = userArgument.meta({ description: 'id or email address of the user', value: 'user' });

export const users = {
  resetUser: staffOperation({
    method: 'POST',
    path: '/operator/users/{user}/reset-two-factor',
    command: 'user reset-two-factor',
    args: ['user'],
    roles: [],
    recent: true,
    resource: 'users',
    summary: 'disable the two-factor authentication of a user who lost it, and notify the user by mail; verify the person first',
    changes: true,
    input: z.strictObject({
      user,
      reason: oneLine(200).meta({ description: "proof of the person's identity, for other operators", value: 'sentence' }),
    }),
    reply: z.strictObject({ id: Id, email: z.string(), accounts: z.array(Id) }),
    failures: ['not_found', 'wrong_state'],
  }),
  changeUser: staffOperation({
    method: 'POST',
    path: '/operator/users/{user}/email',
    command: 'user change-email',
    args: ['user'],
    roles: [],
    recent: true,
    resource: 'users',
    summary:
      'change the email address of a user who lost the mailbox, after 2 days and confirmation of the new address; the old one can stop it; verify the person first',
    changes: true,
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
  withdrawUser: staffOperation({
    method: 'POST',
    path: '/operator/users/{user}/withdraw-email',
    command: 'user withdraw-email',
    args: ['user'],
    // Customers ask support for help, and withdrawing a change only keeps the current address.
    roles: ['support'],
    resource: 'users',
    summary: "stop a pending change of a user's email address, and end its links",
    changes: true,
    input: z.strictObject({
      user,
      reason: oneLine(200).meta({ description: 'reason, for other operators', value: 'sentence' }),
    }),
    reply: z.strictObject({ id: Id, email: z.string(), new_email: z.string(), accounts: z.array(Id) }),
    failures: ['not_found', 'wrong_state'],
  }),
};
