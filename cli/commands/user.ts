/** `./innkeeper user` */
import { users } from '@innkeeper/contract/operator/users';
import { resetUser } from '@innkeeper/operations/operator/users/reset';
import type { Command } from 'commander';
import { formatResetUser } from '../format/user.ts';
import { nounCommand } from '../operator/command.ts';
import { inOneTransaction } from '../operator/installation.ts';
import type { Bindings } from '../operator/perform.ts';

export const userBindings: Bindings<typeof users> = {
  resetUser: { run: inOneTransaction(resetUser), format: formatResetUser },
};

export function userCommand(): Command {
  return nounCommand('user', 'people who sign in', users, userBindings);
}
