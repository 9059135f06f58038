/** Keeps addresses of hosts out of pools. No guest may get an address that a worker has reported for its node's host. */
import type { Database } from '@innkeeper/db/schema';
import { invalid } from '@innkeeper/model/failures';
import { describeHostAddress, findHostAddress, type PoolNetwork } from '@innkeeper/model/net/node-network';
import type { Kysely } from 'kysely';

/**
 * Throws `validation` at `field` if the host of a node that uses the pool has or needs one of its addresses. `nodeId` is the only node that
 * uses the pool, or `null` for all nodes.
 */
export async function refuseHostAddresses(
  db: Kysely<Database>,
  pool: PoolNetwork & { nodeId: number | null },
  field: string,
): Promise<void> {
  const nodes = await db
    .selectFrom('nodes')
    .select(['name', 'network'])
    .where('network', 'is not', null)
    .$if(pool.nodeId !== null, (of) => of.where('id', '=', pool.nodeId ?? 0))
    .orderBy('id')
    .execute();
  for (const { name, network } of nodes) {
    const used = findHostAddress(pool, network?.host ?? []);
    if (used)
      throw invalid(
        field,
        `${explainHostAddress(pool.cidr, describeHostAddress(used, name))} Choose another network, or exclude it.`,
      );
  }
}

/** Returns a sentence such as `10.0.2.0/24 contains 10.0.2.3, a resolver of node local.` */
export const explainHostAddress = (cidr: string, described: string): string => `${cidr} contains ${described}.`;
