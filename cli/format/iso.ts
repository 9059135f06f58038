/** Formats ISO files. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { formatPage } from '../output/page.ts';

export function formatIsos(reply: OperatorReply<'listAllIsos'>): string {
  return formatPage(
    reply,
    {
      ID: ({ id }) => id,
      NAME: ({ name }) => name,
      ACCOUNT: ({ account }) => account ?? 'operator',
      STATUS: ({ status }) => status,
      SIZE: ({ size }) => (size === null ? '' : `${(size / 1024 ** 2).toFixed(1)} MiB`),
      URL: ({ url }) => url,
      ERROR: ({ error }) => error,
    },
    'There are no ISO files.',
  );
}

export const formatAddedIso = ({ id, name }: OperatorReply<'addPublicIso'>): string =>
  `ISO ${id} (${name}) is being downloaded. See its state with ./innkeeper iso list.`;
