import { takeAddresses } from '@innkeeper/db/tables/ip-addresses';
import { insertServers, linkSshKeys, type NewServer } from '@innkeeper/db/tables/servers';
import { together } from '@innkeeper/db/transaction';
import { serverLife } from '@innkeeper/model/states/server';
import type { Customer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import { provideIsos } from '../isos/provide.ts';
import type { ReservedService } from '../services/hooks.ts';
import type { Drives } from '../workflows/inputs.ts';

/** Servers of one plan that are to be. */
export interface ServersWanted {
  names: readonly string[];
  /** The node of each. */
  nodeIds: readonly number[];
  row: Omit<NewServer, 'hostname' | 'node_id' | 'account_id' | 'status' | 'power' | 'holds_capacity'>;
  /** Whether their order is paid in this transaction. */
  paid: boolean;
}

export interface ReservedServer extends ReservedService {
  node_id: number;
}

/** Makes their rows. The caller gives them what they need (`equipServers`) and holds their capacity (`holdPlaces`). */
export async function reserveServers(
  cx: MutatingCx<Customer>,
  { names, nodeIds, row, paid }: ServersWanted,
): Promise<ReservedServer[]> {
  const { accountId } = cx.actor;
  const shared = {
    ...row,
    account_id: accountId,
    status: paid ? serverLife.next('awaiting_payment', 'pay') : 'awaiting_payment',
    power: 'absent',
    holds_capacity: true,
  } as const;
  const placed = names.map((hostname, i) => ({ ...shared, hostname, node_id: nodeIds[i] as number }));
  const ids = await insertServers(cx.db, placed);
  return placed.map(({ node_id }, i) => ({ id: ids[i] as number, account_id: accountId, node_id }));
}

/**
 * Gives each an address, a prefix of IPv6 where `places` says that there is a pool of it (an exhausted one keeps nobody from IPv4), the keys
 * and the ISOs of its drives. Throws `no_capacity`.
 */
export async function equipServers(
  cx: MutatingCx<Customer>,
  servers: readonly ReservedServer[],
  { drives, sshKeys, places }: { drives: Drives; sshKeys: readonly number[]; places: readonly { id: number; ipv6: boolean }[] },
): Promise<void> {
  const ids = servers.map(({ id }) => id);
  const nodeIds = [...new Set(servers.map(({ node_id }) => node_id))];
  const on = (nodeId: number) => servers.filter(({ node_id }) => node_id === nodeId).map(({ id }) => id);
  const shared = { accountId: cx.actor.accountId, main: true, now: cx.clock.now() };
  const withIpv6 = nodeIds.filter((nodeId) => places.some((place) => place.id === nodeId && place.ipv6));
  await together(
    ...nodeIds.map((nodeId) => takeAddresses(cx.db, { ...shared, version: 4, nodeId, serverIds: on(nodeId) })),
    ...withIpv6.map((nodeId) => takeAddresses(cx.db, { ...shared, version: 6, nodeId, serverIds: on(nodeId), orFewer: true })),
    linkSshKeys(cx.db, ids, sshKeys),
    provideOnEach(cx, drives, nodeIds),
  );
}

/** One node after the other, since each may start a download. */
async function provideOnEach(cx: MutatingCx, drives: Drives, nodeIds: readonly number[]): Promise<void> {
  for (const nodeId of nodeIds) await provideIsos(cx, drives, nodeId);
}
