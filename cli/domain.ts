/** Defines the command `./innkeeper domain`. */
import { domains } from '@innkeeper/contract/operations/domains.staff';
import { confirmDomain, listDomains, releaseDomain } from '@innkeeper/operations/domains.staff';
import type { Command } from 'commander';
import { formatDomain, formatDomains } from './format/domain.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

export const domainBindings: Bindings<typeof domains> = {
  listDomains: { run: inOneTransaction(listDomains), format: formatDomains },
  confirmDomain: { run: inOneTransaction(confirmDomain), format: formatDomain },
  releaseDomain: { run: inOneTransaction(releaseDomain), format: formatDomain },
};

export function domainCommand(): Command {
  return nounCommand('domain', "manage email domains of customers' identity providers", domains, domainBindings);
}
