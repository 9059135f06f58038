/** Defines the command `./innkeeper user`, with the texts that it prints. */
import { users } from '@innkeeper/contract/operations/users.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { changeUser, resetUser, withdrawUser } from '@innkeeper/operations/users.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

const formatChangedUser = ({ id, email, new_email, counts_from, expires_at }: OperatorReply<'changeUser'>): string =>
  [
    `User ${id} (${email}) is sent a link at ${new_email}, valid until ${expires_at}. After it is used, the new address takes effect at ${counts_from}.`,
    `Anyone who reads the mail of ${email} can stop the change before then, and is notified now.`,
  ].join('\n');

export const userBindings: Bindings<typeof users> = {
  resetUser: {
    run: inOneTransaction(resetUser),
    format: ({ id, email }) => `User ${id} (${email}) no longer has two-factor authentication and is notified by mail.`,
  },
  changeUser: { run: inOneTransaction(changeUser), format: formatChangedUser },
  withdrawUser: {
    run: inOneTransaction(withdrawUser),
    format: ({ id, email, new_email }) =>
      `User ${id} keeps the address ${email}. The links for ${new_email} are no longer valid.`,
  },
};

export function userCommand(): Command {
  return nounCommand('user', 'manage users who sign in', users, userBindings);
}
