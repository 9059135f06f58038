/** Network settings of a node, and the state that its worker last read from the kernel. */

import type { Database, Node } from '@innkeeper/db/schema';
import { poolsOfNode } from '@innkeeper/db/tables/ip-pools';
import { audit } from '@innkeeper/domain/audit';
import { noNode } from '@innkeeper/domain/nodes/find';
import { explainHostAddress } from '@innkeeper/domain/pools/host-addresses';
import { invalid } from '@innkeeper/model/failures';
import { describeHostAddress, findHostAddress, type NodeNetwork, type PoolNetwork } from '@innkeeper/model/net/node-network';
import { NO_UPLINK, type Uplink, uplinkProblem } from '@innkeeper/model/net/uplink';
import type { Kysely } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

export async function showNetwork({ db }: StaffCx, { node }: StaffInput<'showNetwork'>): Promise<StaffReply<'showNetwork'>> {
  return networkView(db, node);
}

type Network = Awaited<ReturnType<typeof networkView>>;

/** Returns the network to check. The command sends the packets after the transaction. */
export async function checkNetwork(
  { db }: StaffCx,
  { node }: StaffInput<'checkNetwork'>,
): Promise<Pick<Network, 'uplink' | 'pools'>> {
  const { uplink, pools } = await networkView(db, node);
  return { uplink, pools };
}

/**
 * Replaces the uplink settings of a node. Omitted fields get their defaults. The node's worker applies the settings.
 *
 * Throws `not_found`, and `validation` with the field, also if the host has or needs an address of the uplink or of the node's pools.
 */
export async function uplinkNetwork(cx: StaffCx, input: StaffInput<'uplinkNetwork'>): Promise<StaffReply<'uplinkNetwork'>> {
  const { node: name, ...said } = input;
  const uplink: Uplink = { ...NO_UPLINK, ...said };
  const problem = uplinkProblem(uplink);
  if (problem) throw invalid(problem.field, problem.sentence);
  await refuseUsed(cx, name, uplink);
  const node = await cx.db
    .updateTable('nodes')
    .set({ uplink: uplink.mode === 'none' ? null : JSON.stringify(uplink), uplink_made_at: null, uplink_error: null })
    .where('name', '=', name)
    .returning('id')
    .executeTakeFirst();
  if (!node) throw noNode(name);
  await audit(cx, 'uplinkNetwork', { kind: 'node', id: node.id }, { name, uplink: JSON.parse(JSON.stringify(uplink)) });
  return networkView(cx.db, name);
}

async function refuseUsed({ db }: StaffCx, name: string, uplink: Uplink): Promise<void> {
  if (uplink.mode === 'none') return;
  const node = await db.selectFrom('nodes').select(['id', 'network']).where('name', '=', name).executeTakeFirst();
  const host = node?.network?.host ?? [];
  const find = (text: string) => host.find(({ address }) => address === text.split('/')[0]);
  for (const [i, text] of uplink.addresses.entries()) {
    const used = find(text);
    if (used) throw invalid(`addresses.${i}`, `The host uses ${describeHostAddress(used, name)}. Choose another address.`);
  }
  for (const [i, text] of uplink.gateways.entries()) {
    const used = find(text);
    if (used?.use === 'interface')
      throw invalid(`gateways.${i}`, `The next hop is ${describeHostAddress(used, name)}. Choose another router.`);
  }
  for (const pool of node ? await poolsOfNode(db, node.id) : []) {
    const used = findHostAddress(pool, host);
    if (!used) continue;
    const why = explainHostAddress(pool.cidr, describeHostAddress(used, name));
    throw invalid('mode', `The pool ${pool.name} would cut the host off: ${why} Remove the pool, or exclude the address.`);
  }
}

/** Returns the network of a node. Throws `not_found`. */
async function networkView(db: Kysely<Database>, name: string) {
  const node = await db
    .selectFrom('nodes')
    .select(['id', 'name', 'uplink', 'uplink_made_at', 'uplink_error', 'network', 'seen_at'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (!node) throw noNode(name);
  const pools = await poolsOfNode(db, node.id);
  const { network } = node;
  return {
    node: node.name,
    uplink: uplinkOf(node),
    made_at: node.uplink_made_at,
    error: node.uplink_error,
    present: network && {
      seen_at: node.seen_at,
      interface: network.uplink?.interface ?? null,
      up: network.uplink?.up ?? false,
      host: network.host.map(({ address, use, name: of }) => ({ address, use, name: of })),
    },
    pools: pools.map((pool) => ({
      name: pool.name,
      cidr: pool.cidr,
      gateway: pool.gateway,
      present: network?.pools.includes(pool.cidr) ?? null,
      problem: network && problemOf(pool, network, node.name),
    })),
  };
}

function problemOf(pool: PoolNetwork, { host, refused }: NodeNetwork, node: string): string | null {
  const used = findHostAddress(pool, host);
  if (used) return explainHostAddress(pool.cidr, describeHostAddress(used, node));
  return refused.find(({ cidr }) => cidr === pool.cidr)?.why ?? null;
}

const uplinkOf = ({ uplink }: Pick<Node, 'uplink'>): Uplink => uplink ?? NO_UPLINK;
