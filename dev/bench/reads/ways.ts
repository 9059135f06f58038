/** The ways in which reads are asked. */
import type { Way } from './measure.ts';

/** Commits a second: none, a busy host with some thousands of servers, and a rush of orders. */
export const BUSY = 50;
export const RUSH = 200;

interface Writers {
  /** Accounts that the read is not about. */
  others: number[];
  /** The account that it is about. */
  own: number[];
}

/** One client whose every answer is fresh: how long a read takes that waits for nobody. */
export const ALONE: Way = { key: 'alone', label: 'one client, fresh', side: 'api', clients: 1, fresh: true };

export const BARE: Way[] = [
  { key: 'query-alone', label: 'bare queries, one client', side: 'query', clients: 1 },
  { key: 'query', label: 'bare queries', side: 'query' },
  { key: 'fastify', label: 'bare Fastify', side: 'fastify' },
];

/** Returns ways to read from bare Fastify while others commit, since commits slow down the machine for it too. */
export function bareAmid({ others }: Pick<Writers, 'others'>): Way[] {
  return [BUSY, RUSH].map((perSecond) => ({
    key: `fastify-${perSecond}`,
    label: `bare Fastify, amid ${perSecond} commits/s`,
    side: 'fastify',
    rate: { perSecond, accountIds: others },
  }));
}

/** Twenty clients, fresh answers, and answers that were asked for before, while others write. */
export function waysAmid({ others, own }: Writers): Way[] {
  const rate = (perSecond: number, accountIds = others) => ({ perSecond, accountIds });
  return [
    { key: 'fresh', label: 'fresh', side: 'api', fresh: true },
    { key: `fresh-${BUSY}`, label: `fresh, amid ${BUSY} commits/s of others`, side: 'api', fresh: true, rate: rate(BUSY) },
    { key: `fresh-${RUSH}`, label: `fresh, amid ${RUSH} commits/s of others`, side: 'api', fresh: true, rate: rate(RUSH) },
    { key: 'again', label: 'asked again and again', side: 'api' },
    { key: `again-${BUSY}`, label: `again, amid ${BUSY} commits/s of others`, side: 'api', rate: rate(BUSY) },
    { key: `again-${RUSH}`, label: `again, amid ${RUSH} commits/s of others`, side: 'api', rate: rate(RUSH) },
    { key: 'again-own', label: `again, amid ${BUSY} commits/s of the account itself`, side: 'api', rate: rate(BUSY, own) },
  ];
}
