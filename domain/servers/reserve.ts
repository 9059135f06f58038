import { takeAddresses } from '@innkeeper/db/tables/ip-addresses';
import { insertServers, linkSshKeys, type NewServer } from '@innkeeper/db/tables/servers';
import { together } from '@innkeeper/db/transaction';
import { serverLife } from '@innkeeper/model/states/server';
import type { Customer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import { provideIsos } from '../isos/provide.ts';
import type { ReservedService } from '../services/hooks.ts';
import type { Drives } from '../workflows/inputs.ts';

/** A server that is to be, or was made in this transaction. */
export interface ReservedServer extends ReservedService {
  node_id: number;
}

/** Servers of one plan that are to be. */
export interface ServersWanted {
  servers: readonly ReservedServer[];
  /** The name of each. */
  names: readonly string[];
  row: Omit<NewServer, 'hostname' | 'node_id' | 'account_id' | 'status' | 'power' | 'holds_capacity'>;
  /** Whether their order is paid in this transaction. */
  paid: boolean;
}

/** Makes their rows. The caller gives them what they need (`equipServers`) and holds their capacity (`holdPlaces`). */
export async function reserveServers(cx: MutatingCx<Customer>, { servers, names, row, paid }: ServersWanted): Promise<void> {
  const shared = {
    ...row,
    status: paid ? serverLife.next('awaiting_payment', 'pay') : 'awaiting_payment',
    power: 'absent',
    holds_capacity: true,
  } as const;
  const rows = servers.map(({ account_id, node_id }, i) => ({ ...shared, account_id, node_id, hostname: names[i] as string }));
  await insertServers(
    cx.db,
    servers.map(({ id }) => id),
    rows,
  );
}

/** What servers are given besides their rows. */
export interface Equipment {
  drives: Drives;
  sshKeys: readonly number[];
  /** `ipv6`: its servers get a prefix besides. */
  places: readonly { id: number; ipv6: boolean }[];
}

/**
 * Gives each an address, a prefix of IPv6 where `places` says that there is a pool of it (an exhausted one keeps nobody from IPv4), the keys
 * and the ISOs of its drives. Throws `no_capacity`.
 */
export async function equipServers(
  cx: MutatingCx<Customer>,
  servers: readonly ReservedServer[],
  { drives, sshKeys, places }: Equipment,
): Promise<void> {
  const ids = servers.map(({ id }) => id);
  const nodeIds = nodesOf(servers);
  const on = (nodeId: number) => servers.filter(({ node_id }) => node_id === nodeId).map(({ id }) => id);
  const shared = { accountId: cx.actor.accountId, main: true, now: cx.clock.now() };
  await together(
    ...nodeIds.map((nodeId) => takeAddresses(cx.db, { ...shared, version: 4, nodeId, serverIds: on(nodeId) })),
    ...withIpv6(servers, places).map((nodeId) =>
      takeAddresses(cx.db, { ...shared, version: 6, nodeId, serverIds: on(nodeId), orFewer: true }),
    ),
    linkSshKeys(cx.db, ids, sshKeys),
    provideOnEach(cx, drives, nodeIds),
  );
}

/** Whether each statement of it is sent at once: what is sent behind them sees all of it. Prefixes may have to be made, and ISOs to be fetched. */
export const isEquippedAtOnce = (servers: readonly ReservedServer[], { drives, places }: Equipment): boolean =>
  withIpv6(servers, places).length === 0 && drives.primary === null && drives.secondary === null;

const nodesOf = (servers: readonly ReservedServer[]): number[] => [...new Set(servers.map(({ node_id }) => node_id))];

const withIpv6 = (servers: readonly ReservedServer[], places: Equipment['places']): number[] =>
  nodesOf(servers).filter((nodeId) => places.some((place) => place.id === nodeId && place.ipv6));

/** One node after the other, since each may start a download. */
async function provideOnEach(cx: MutatingCx, drives: Drives, nodeIds: readonly number[]): Promise<void> {
  for (const nodeId of nodeIds) await provideIsos(cx, drives, nodeId);
}
