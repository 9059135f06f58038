import { addFirewallsToNew } from '@innkeeper/db/tables/firewalls';
import { takeAddresses } from '@innkeeper/db/tables/ip-addresses';
import { insertServers, type LoadedServer, linkSshKeys, type NewServer } from '@innkeeper/db/tables/servers';
import { together } from '@innkeeper/db/transaction';
import { Failure } from '@innkeeper/model/failures';
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
 * Gives each an address, a prefix of IPv6 where `places` says that there is a pool of it (an exhausted one keeps nobody from IPv4), the keys,
 * the ISOs of its drives, and the firewalls that new servers of the account get. Throws `no_capacity` and `not_supported`.
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
  const [filtered] = await together(
    addFirewallsToNew(cx.db, cx.actor.accountId, ids),
    ...nodeIds.map((nodeId) => takeAddresses(cx.db, { ...shared, version: 4, nodeId, serverIds: on(nodeId) })),
    ...withIpv6(servers, places).map((nodeId) =>
      takeAddresses(cx.db, { ...shared, version: 6, nodeId, serverIds: on(nodeId), orFewer: true }),
    ),
    linkSshKeys(cx.db, ids, sshKeys),
    provideOnEach(cx, drives, nodeIds),
  );
  if (!filtered) throw new Failure('not_supported', { message: CANNOT_FILTER });
}

const CANNOT_FILTER =
  'The host of the new server does not support firewalls, but your default firewalls apply to new servers. Remove the default from your firewalls first.';

/**
 * Whether what was read behind its first statements shows all that each was given. ISOs may have to be fetched, and prefixes to be made, by
 * more of them; where there are no more prefixes it is false for nothing.
 */
export function showEquipment(
  shown: readonly ShownEquipped[],
  servers: readonly ReservedServer[],
  { drives, places }: Equipment,
): boolean {
  if (drives.primary !== null || drives.secondary !== null) return false;
  const nodes = withIpv6(servers, places);
  const expectsPrefix = new Set(servers.filter(({ node_id }) => nodes.includes(node_id)).map(({ id }) => id));
  return shown.every(({ id, addresses }) => !expectsPrefix.has(id) || addresses.some(({ version }) => version === 6));
}

type ShownEquipped = Pick<LoadedServer, 'id' | 'addresses'>;

const nodesOf = (servers: readonly ReservedServer[]): number[] => [...new Set(servers.map(({ node_id }) => node_id))];

const withIpv6 = (servers: readonly ReservedServer[], places: Equipment['places']): number[] =>
  nodesOf(servers).filter((nodeId) => places.some((place) => place.id === nodeId && place.ipv6));

/** One node after the other, since each may start a download. */
async function provideOnEach(cx: MutatingCx, drives: Drives, nodeIds: readonly number[]): Promise<void> {
  for (const nodeId of nodeIds) await provideIsos(cx, drives, nodeId);
}
