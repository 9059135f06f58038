/** Formats domains of customers' identity providers. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { formatPage } from '../output/page.ts';

export const formatDomains = (reply: OperatorReply<'listDomains'>): string =>
  formatPage(
    reply,
    {
      ID: ({ id }) => String(id),
      DOMAIN: ({ name }) => name,
      ACCOUNT: ({ account }) => String(account),
      ISSUER: ({ issuer }) => issuer,
      PROVEN: ({ verified_at, verified_by }) => (verified_at === null ? 'no' : `${verified_at} (${verified_by})`),
    },
    'No identity provider of a customer has a domain.',
  );

export const formatDomain = ({ id, name, account, verified_at }: OperatorReply<'confirmDomain'>): string =>
  `Domain ${id}, ${name} of account ${account}, is ${verified_at === null ? 'not verified' : 'verified'}.`;
