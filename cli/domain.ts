/** Defines the command `./innkeeper domain`, with the texts that it prints. */
import { domains } from '@innkeeper/contract/operations/domains.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { confirmDomain, listDomains, releaseDomain } from '@innkeeper/operations/domains.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { type ColumnsOf, formatPage } from './output/page.ts';

const COLUMNS: ColumnsOf<'listDomains'> = {
  ID: ({ id }) => String(id),
  DOMAIN: ({ name }) => name,
  ACCOUNT: ({ account }) => String(account),
  ISSUER: ({ issuer }) => issuer,
  PROVEN: ({ verified_at, verified_by }) => (verified_at === null ? 'no' : `${verified_at} (${verified_by})`),
};

const formatDomain = ({ id, name, account, verified_at }: OperatorReply<'confirmDomain'>): string =>
  `Domain ${id}, ${name} of account ${account}, is ${verified_at === null ? 'not verified' : 'verified'}.`;

export const domainBindings: Bindings<typeof domains> = {
  listDomains: {
    run: inOneTransaction(listDomains),
    format: (page) => formatPage(page, COLUMNS, 'No identity provider of a customer has a domain.'),
  },
  confirmDomain: { run: inOneTransaction(confirmDomain), format: formatDomain },
  releaseDomain: { run: inOneTransaction(releaseDomain), format: formatDomain },
};

export function domainCommand(): Command {
  return nounCommand('domain', "manage email domains of customers' identity providers", domains, domainBindings);
}
