/** Snapshots and backups: copies of disks. Events make the lists stale. */
import type { Backup, Snapshot } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { readChoices } from './read-choices.ts';

export const COPY_KINDS = ['snapshot', 'backup'] as const;
export type CopyKind = (typeof COPY_KINDS)[number];

/** A snapshot or a backup. Their ids are one sequence each, so an id needs its kind. */
export type DiskCopy = (Snapshot | Backup) & { kind: CopyKind };

export const COPIES_KEY = 'copies';

type Filter = NonNullable<Parameters<typeof client.listSnapshots>[0]>;

/** Lists the copies of a kind. */
export function listCopies(kind: CopyKind, filter: Filter, signal?: AbortSignal) {
  const options = signal === undefined ? {} : { signal };
  return kind === 'snapshot' ? client.listSnapshots(filter, options) : client.listBackups(filter, options);
}

/** Returns the query of a server's copies, newest first. */
export const copiesOfServerQuery = (serverId: number) =>
  queryOptions({
    queryKey: [COPIES_KEY, 'server', serverId],
    queryFn: async ({ signal }): Promise<DiskCopy[]> => {
      const filter: Filter = { 'filter[server_id]': serverId, sort: '-date', per_page: 50 };
      const lists = await Promise.all(
        COPY_KINDS.map(async (kind) => {
          const copies = await readChoices<Snapshot>(listCopies(kind, filter, signal));
          return copies.map((copy) => ({ ...copy, kind }));
        }),
      );
      return lists.flat().sort(newestFirst);
    },
  });

/** Orders copies by their time, the newest first. */
export const newestFirst = (a: DiskCopy, b: DiskCopy): number => Date.parse(b.created_at) - Date.parse(a.created_at);

/** Distinguishes copies of both kinds. */
export const keyOfCopy = ({ kind, id }: Pick<DiskCopy, 'kind' | 'id'>): string => `${kind}-${id}`;
