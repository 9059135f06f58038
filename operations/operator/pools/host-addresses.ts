/** Pools and addresses of hosts: what a worker reported of its node's host, no guest may be given. */
import type { Database } from '@innkeeper/db/schema';
import { invalid } from '@innkeeper/model/failures';
import { describeHostAddress, findHostAddress, type GivenNetwork } from '@innkeeper/model/node-network';
import type { Kysely } from 'kysely';

/**
 * Throws `validation` at `field` when a host of the nodes that use the pool has or needs one of its addresses. `nodeId`: the one node that uses
 * the pool, or `null` for all.
 */
export async function refuseHostAddresses(
  db: Kysely<Database>,
  pool: GivenNetwork & { nodeId: number | null },
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

/** `10.0.2.0/24 contains 10.0.2.3, a resolver of node local.` */
export const explainHostAddress = (cidr: string, described: string): string => `${cidr} contains ${described}.`;
