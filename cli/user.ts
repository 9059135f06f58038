/** Defines the command `./innkeeper user`. */
import { users } from '@innkeeper/contract/operations/users.staff';
import { changeUser, resetUser, withdrawUser } from '@innkeeper/operations/users.staff';
import type { Command } from 'commander';
import { formatChangedUser, formatResetUser, formatWithdrawnUser } from './format/user.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

export const userBindings: Bindings<typeof users> = {
  resetUser: { run: inOneTransaction(resetUser), format: formatResetUser },
  changeUser: { run: inOneTransaction(changeUser), format: formatChangedUser },
  withdrawUser: { run: inOneTransaction(withdrawUser), format: formatWithdrawnUser },
};

export function userCommand(): Command {
  return nounCommand('user', 'manage users who sign in', users, userBindings);
}
