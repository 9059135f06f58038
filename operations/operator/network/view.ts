/** The network of a node as the operator set it, and what its worker says of it. */
import type { Database, Node } from '@innkeeper/db/schema';
import { poolsOfNode } from '@innkeeper/db/tables/ip-pools';
import { NO_UPLINK, type Uplink } from '@innkeeper/model/uplink';
import type { Kysely } from 'kysely';
import { noNode } from '../nodes/view.ts';

/** Throws `not_found`. */
export async function networkView(db: Kysely<Database>, name: string) {
  const node = await db
    .selectFrom('nodes')
    .select(['id', 'name', 'uplink', 'uplink_made_at', 'uplink_error'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (!node) throw noNode(name);
  const pools = await poolsOfNode(db, node.id);
  return {
    node: node.name,
    uplink: uplinkOf(node),
    made_at: node.uplink_made_at,
    error: node.uplink_error,
    pools: pools.map(({ name: pool, cidr, gateway }) => ({ name: pool, cidr, gateway })),
  };
}

const uplinkOf = ({ uplink }: Pick<Node, 'uplink'>): Uplink => uplink ?? NO_UPLINK;
