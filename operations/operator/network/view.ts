/** Network settings of a node, and the state that its worker last read from the kernel. */
import type { Database, Node } from '@innkeeper/db/schema';
import { poolsOfNode } from '@innkeeper/db/tables/ip-pools';
import { noNode } from '@innkeeper/domain/nodes/find';
import { explainHostAddress } from '@innkeeper/domain/pools/host-addresses';
import { describeHostAddress, findHostAddress, type NodeNetwork, type PoolNetwork } from '@innkeeper/model/node-network';
import { NO_UPLINK, type Uplink } from '@innkeeper/model/uplink';
import type { Kysely } from 'kysely';

/** Returns the network of a node. Throws `not_found`. */
export async function networkView(db: Kysely<Database>, name: string) {
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
