/** Defines the ways to send reads. */
import type { ReadMode } from './measure.ts';

/** Commits per second of a busy host with some thousands of servers, and of a rush of orders. */
export const BUSY_COMMITS_PER_SECOND = 50;
export const RUSH_COMMITS_PER_SECOND = 200;

interface Writers {
  /** Accounts that the read does not concern. */
  others: number[];
  /** Account that the read concerns. */
  own: number[];
}

/** One client with fresh replies: the time of a read without contention. */
export const SINGLE_CLIENT: ReadMode = { key: 'alone', label: 'one client, fresh', side: 'api', clients: 1, fresh: true };

export const BARE_MODES: ReadMode[] = [
  { key: 'query-alone', label: 'bare queries, one client', side: 'query', clients: 1 },
  { key: 'query', label: 'bare queries', side: 'query' },
  { key: 'fastify', label: 'bare Fastify', side: 'fastify' },
];

/** Returns ways to read from bare Fastify during commits, because commits slow down the machine for it too. */
export function bareModesDuring({ others }: Pick<Writers, 'others'>): ReadMode[] {
  return [BUSY_COMMITS_PER_SECOND, RUSH_COMMITS_PER_SECOND].map((perSecond) => ({
    key: `fastify-${perSecond}`,
    label: `bare Fastify, amid ${perSecond} commits/s`,
    side: 'fastify',
    rate: { perSecond, accountIds: others },
  }));
}

/** Returns ways with twenty clients, fresh and repeated requests, while others write. */
export function modesDuring({ others, own }: Writers): ReadMode[] {
  const rate = (perSecond: number, accountIds = others) => ({ perSecond, accountIds });
  return [
    { key: 'fresh', label: 'fresh', side: 'api', fresh: true },
    {
      key: `fresh-${BUSY_COMMITS_PER_SECOND}`,
      label: `fresh, amid ${BUSY_COMMITS_PER_SECOND} commits/s of others`,
      side: 'api',
      fresh: true,
      rate: rate(BUSY_COMMITS_PER_SECOND),
    },
    {
      key: `fresh-${RUSH_COMMITS_PER_SECOND}`,
      label: `fresh, amid ${RUSH_COMMITS_PER_SECOND} commits/s of others`,
      side: 'api',
      fresh: true,
      rate: rate(RUSH_COMMITS_PER_SECOND),
    },
    { key: 'again', label: 'asked again and again', side: 'api' },
    {
      key: `again-${BUSY_COMMITS_PER_SECOND}`,
      label: `again, amid ${BUSY_COMMITS_PER_SECOND} commits/s of others`,
      side: 'api',
      rate: rate(BUSY_COMMITS_PER_SECOND),
    },
    {
      key: `again-${RUSH_COMMITS_PER_SECOND}`,
      label: `again, amid ${RUSH_COMMITS_PER_SECOND} commits/s of others`,
      side: 'api',
      rate: rate(RUSH_COMMITS_PER_SECOND),
    },
    {
      key: 'again-own',
      label: `again, amid ${BUSY_COMMITS_PER_SECOND} commits/s of the account itself`,
      side: 'api',
      rate: rate(BUSY_COMMITS_PER_SECOND, own),
    },
  ];
}
