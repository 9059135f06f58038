/** Defines the command `./innkeeper access`. */
import { access } from '@innkeeper/contract/operations/access.staff';
import { endAccess, forceAccess, listAccess, openAccess } from '@innkeeper/operations/access.staff';
import type { Command } from 'commander';
import { formatAccesses, formatEndedAccess, formatOpenedAccess } from './format/access.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

const quiet = { description: 'print the token and nothing else', format: ({ token }: { token: string }) => token };

export const accessBindings: Bindings<typeof access> = {
  openAccess: { run: inOneTransaction(openAccess), format: formatOpenedAccess, quiet },
  forceAccess: { run: inOneTransaction(forceAccess), format: formatOpenedAccess, quiet },
  listAccess: { run: inOneTransaction(listAccess), format: formatAccesses },
  endAccess: { run: inOneTransaction(endAccess), format: formatEndedAccess },
};

export function accessCommand(): Command {
  return nounCommand(
    'access',
    'manage staff access to accounts, with consent or for a reason that the account is shown',
    access,
    accessBindings,
  );
}
