/**
 * Reads the moment of an account's servers, which shows whether cached data is current. Concurrent requests of all accounts share the
 * statement.
 */
import { type ChangesQuery, readServersVersions, type ServersVersion } from '@innkeeper/db/tables/servers';
import { coalesce } from './coalesce.ts';

export type ReadServersVersion = (since: ChangesQuery) => Promise<ServersVersion>;

/** Opens a reader that batches concurrent requests. */
export function openServersVersions(pool: Parameters<typeof readServersVersions>[0]): ReadServersVersion {
  const readVersions = coalesce(async (asked: string[]) => {
    const read = await readServersVersions(pool, asked.map(sinceIn));
    return new Map(asked.map((key, i) => [key, read[i]]));
  });
  return async (since) => {
    const key = keyOf(since);
    const moment = (await readVersions(key)).get(key);
    if (!moment) throw new Error('no moment was read');
    return moment;
  };
}

const keyOf = ({ accountId, lastEvent }: ChangesQuery): string => `${accountId} ${lastEvent}`;

function sinceIn(key: string): ChangesQuery {
  const [accountId = 0, lastEvent = 0] = key.split(' ').map(Number);
  return { accountId, lastEvent };
}
