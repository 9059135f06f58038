/** What tells whether something cached of an account's servers is as it was. Concurrent requests, of all accounts, share the statement. */
import { readServersMoments, type ServersMoment, type Since } from '@innkeeper/db/tables/servers';
import { gathered } from './gathered.ts';

export type ReadMoment = (since: Since) => Promise<ServersMoment>;

export function openServersMoments(pool: Parameters<typeof readServersMoments>[0]): ReadMoment {
  const momentsNow = gathered(async (asked: string[]) => {
    const read = await readServersMoments(pool, asked.map(sinceIn));
    return new Map(asked.map((key, i) => [key, read[i]]));
  });
  return async (since) => {
    const key = keyOf(since);
    const moment = (await momentsNow(key)).get(key);
    if (!moment) throw new Error('no moment was read');
    return moment;
  };
}

const keyOf = ({ accountId, lastEvent }: Since): string => `${accountId} ${lastEvent}`;

function sinceIn(key: string): Since {
  const [accountId = 0, lastEvent = 0] = key.split(' ').map(Number);
  return { accountId, lastEvent };
}
