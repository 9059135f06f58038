import { z } from 'zod';
import { Id } from '../schemas/primitives.ts';
import { operatorOperation } from './define.ts';
import { At, emailAddress, oneLine } from './fields.ts';

const user = emailAddress.meta({ description: 'email address of the user', value: 'address' });

export const users = {
  resetUser: operatorOperation({
    resource: 'users',
    verb: 'reset-two-factor',
    summary: 'disable the two-factor authentication of a user who has lost it; be sure who asks: the user is told by mail',
    changes: true,
    args: ['user'],
    input: z.strictObject({
      user,
      reason: oneLine(200).meta({ description: 'how you know who asks; for other operators', value: 'sentence' }),
    }),
    reply: z.strictObject({ id: Id, email: z.string(), accounts: z.array(Id) }),
    failures: ['not_found', 'wrong_state'],
  }),
  changeUser: operatorOperation({
    resource: 'users',
    verb: 'change-email',
    summary:
      'give a user who has lost the mailbox another address; be sure who asks: it counts after 2 days, if the new one was confirmed and the old one has not stopped it',
    changes: true,
    args: ['user'],
    input: z.strictObject({
      user,
      email: emailAddress.meta({ description: 'the new address, to which a link is sent', value: 'address' }),
      reason: oneLine(200).meta({ description: 'how you know who asks; for other operators', value: 'sentence' }),
    }),
    reply: z.strictObject({
      id: Id,
      /** That of now. */
      email: z.string(),
      new_email: z.string(),
      /** From when on the new one counts, and until when its link works. */
      counts_from: At,
      expires_at: At,
      accounts: z.array(Id),
    }),
    failures: ['not_found', 'wrong_state'],
  }),
  withdrawUser: operatorOperation({
    resource: 'users',
    verb: 'withdraw-email',
    summary: 'end the change of the address of a user, whoever has asked for it: its links work no longer',
    changes: true,
    args: ['user'],
    input: z.strictObject({
      user,
      reason: oneLine(200).meta({ description: 'why; for other operators', value: 'sentence' }),
    }),
    reply: z.strictObject({ id: Id, email: z.string(), new_email: z.string(), accounts: z.array(Id) }),
    failures: ['not_found', 'wrong_state'],
  }),
};
