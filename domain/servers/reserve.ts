import { addFirewallsToNew } from '@innkeeper/db/tables/firewalls';
import { assignAddresses } from '@innkeeper/db/tables/ip-addresses';
import { insertServers, type LoadedServer, linkSshKeys, type NewServer } from '@innkeeper/db/tables/servers';
import { together } from '@innkeeper/db/transaction';
import { Failure } from '@innkeeper/model/failures';
import { serviceLifecycle } from '@innkeeper/model/states/server';
import type { Customer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import { provideIsos } from '../isos/provide.ts';
import type { ReservedService } from '../services/hooks.ts';
import type { Drives } from '../workflows/inputs.ts';

/** A server that is planned or was inserted in this transaction. */
export interface ReservedServer extends ReservedService {
  node_id: number;
}

/** Planned servers of one plan. */
export interface ServersToReserve {
  servers: readonly ReservedServer[];
  /** Hostname of each server. */
  names: readonly string[];
  row: Omit<NewServer, 'hostname' | 'node_id' | 'account_id' | 'status' | 'power' | 'holds_capacity'>;
  /** `true` if the order is paid in this transaction. */
  paid: boolean;
}

/** Inserts the rows of servers. The caller assigns their resources (`assignResources`) and reserves their capacity (`reserveNodeCapacity`). */
export async function reserveServers(cx: MutatingCx<Customer>, { servers, names, row, paid }: ServersToReserve): Promise<void> {
  const shared = {
    ...row,
    status: paid ? serviceLifecycle.next('awaiting_payment', 'pay') : 'awaiting_payment',
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

/** Resources that new servers get in addition to their rows. */
export interface Allocation {
  drives: Drives;
  sshKeys: readonly number[];
  /** Nodes with room. `ipv6`: its servers also get an IPv6 prefix. */
  places: readonly { id: number; ipv6: boolean }[];
}

/**
 * Assigns to each server an IPv4 address, an IPv6 prefix, the SSH keys, the ISOs of its drives, and the account's default firewalls. Throws
 * `no_capacity` and `not_supported`.
 *
 * A prefix is assigned if `places` has a pool for the node. An exhausted IPv6 pool does not prevent a deploy with IPv4.
 */
export async function assignResources(
  cx: MutatingCx<Customer>,
  servers: readonly ReservedServer[],
  { drives, sshKeys, places }: Allocation,
): Promise<void> {
  const ids = servers.map(({ id }) => id);
  const nodeIds = nodesOf(servers);
  const on = (nodeId: number) => servers.filter(({ node_id }) => node_id === nodeId).map(({ id }) => id);
  const shared = { accountId: cx.actor.accountId, main: true, now: cx.clock.now() };
  const [filtered] = await together(
    addFirewallsToNew(cx.db, cx.actor.accountId, ids),
    ...nodeIds.map((nodeId) => assignAddresses(cx.db, { ...shared, version: 4, nodeId, serverIds: on(nodeId) })),
    ...withIpv6(servers, places).map((nodeId) =>
      assignAddresses(cx.db, { ...shared, version: 6, nodeId, serverIds: on(nodeId), allowFewer: true }),
    ),
    linkSshKeys(cx.db, ids, sshKeys),
    provideOnEach(cx, drives, nodeIds),
  );
  if (!filtered) throw new Failure('not_supported', { message: CANNOT_FILTER });
}

const CANNOT_FILTER =
  'The host of the new server does not support firewalls, but your default firewalls apply to new servers. Remove the default from your firewalls first.';

/**
 * Returns whether `shown`, which was read with the first statements, already shows all assigned resources. Returns `false` for servers with
 * ISOs in their drives, and if a server lacks an expected IPv6 prefix. If the pool has no prefixes left, the result is `false` although
 * nothing is missing.
 */
export function showsAllResources(
  shown: readonly ShownEquipped[],
  servers: readonly ReservedServer[],
  { drives, places }: Allocation,
): boolean {
  if (drives.primary !== null || drives.secondary !== null) return false;
  const nodes = withIpv6(servers, places);
  const expectsPrefix = new Set(servers.filter(({ node_id }) => nodes.includes(node_id)).map(({ id }) => id));
  return shown.every(({ id, addresses }) => !expectsPrefix.has(id) || addresses.some(({ version }) => version === 6));
}

type ShownEquipped = Pick<LoadedServer, 'id' | 'addresses'>;

const nodesOf = (servers: readonly ReservedServer[]): number[] => [...new Set(servers.map(({ node_id }) => node_id))];

const withIpv6 = (servers: readonly ReservedServer[], places: Allocation['places']): number[] =>
  nodesOf(servers).filter((nodeId) => places.some((place) => place.id === nodeId && place.ipv6));

/** Runs node by node, because each may start a download. */
async function provideOnEach(cx: MutatingCx, drives: Drives, nodeIds: readonly number[]): Promise<void> {
  for (const nodeId of nodeIds) await provideIsos(cx, drives, nodeId);
}
