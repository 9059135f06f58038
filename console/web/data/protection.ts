/**
 * Queries of the protection of an address: traffic, attacks, blocked sources, lists and the geo filter. An event of an attack makes all of
 * them stale.
 */
import type { AttackSummary, BlockedIp, NetworkList } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { pagesQuery } from './pages.ts';
import { WITHOUT_EVENTS } from './query.ts';

export const PROTECTION_KEY = 'protection';

const keyOf = (addressId: number, ...rest: readonly unknown[]) => [PROTECTION_KEY, addressId, ...rest];

/** Poll interval of traffic and blocked sources in milliseconds. Traffic is counted per minute, and has no events. */
const BUCKET_MS = 60_000;

/** Poll interval of an ongoing attack in milliseconds. Its figures change constantly. */
const ATTACK_MS = 10_000;

export const LIST_KINDS = ['blacklist', 'whitelist'] as const;
export type ListKind = (typeof LIST_KINDS)[number];

export const protectionQuery = (id: number) =>
  queryOptions({ queryKey: keyOf(id), queryFn: ({ signal }) => client.getProtection({ id }, { signal }) });

export const networkListQuery = (id: number, kind: ListKind) =>
  queryOptions({
    queryKey: keyOf(id, kind),
    queryFn: ({ signal }): Promise<NetworkList> =>
      kind === 'blacklist' ? client.getBlacklist({ id }, { signal }) : client.getWhitelist({ id }, { signal }),
    ...WITHOUT_EVENTS,
  });

export const geoFilterQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf(id, 'geo'),
    queryFn: ({ signal }) => client.getGeoFilter({ id }, { signal }),
    ...WITHOUT_EVENTS,
  });

/** Returns the query of the traffic of an address. `seconds`: length of the period, which ends now. */
export const protectionBandwidthQuery = (id: number, seconds: number) =>
  queryOptions({
    queryKey: keyOf(id, 'bandwidth', seconds),
    queryFn: async ({ signal }) => {
      const end = Math.floor(Date.now() / 1000);
      return (await client.getProtectionBandwidth({ id, 'filter[start]': end - seconds, 'filter[end]': end }, { signal })).data;
    },
    refetchInterval: BUCKET_MS,
    staleTime: BUCKET_MS,
  });

const PER_PAGE = 10;

/** Returns the query of the attacks of the last 7 days, newest first. */
export const attacksQuery = (id: number) =>
  pagesQuery<AttackSummary>(keyOf(id, 'attacks'), (page, signal) =>
    client.listAttacks({ id, page, per_page: PER_PAGE }, { signal }),
  );

/** Returns the query of the currently blocked sources, latest first. A block expires automatically. */
export const blockedIpsQuery = (id: number) => ({
  ...pagesQuery<BlockedIp>(keyOf(id, 'blocked'), (page, signal) =>
    client.listBlockedIps({ id, page, per_page: PER_PAGE }, { signal }),
  ),
  refetchInterval: BUCKET_MS,
  staleTime: 0,
});

export const attackQuery = (id: number, attackId: string) =>
  queryOptions({
    queryKey: keyOf(id, 'attack', attackId),
    queryFn: ({ signal }) => client.getAttack({ id, attack_id: attackId }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.ongoing ? ATTACK_MS : false),
  });

export const attackBandwidthQuery = (id: number, attackId: string, isOngoing: boolean) =>
  queryOptions({
    queryKey: keyOf(id, 'attack', attackId, 'bandwidth'),
    queryFn: async ({ signal }) => (await client.getAttackBandwidth({ id, attack_id: attackId }, { signal })).data,
    staleTime: 0,
    refetchInterval: isOngoing ? ATTACK_MS : false,
  });
