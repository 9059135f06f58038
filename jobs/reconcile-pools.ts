/** Excludes pools that a node cannot use, so that they do not affect the other pools. Opens an alert for each excluded pool. */
import type { Database } from '@innkeeper/db/schema';
import { alertOnce, openAlertsOf, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { poolsOfNode } from '@innkeeper/db/tables/ip-pools';
import { describeHostAddress, findHostAddress, type HostAddress, type PoolNetwork } from '@innkeeper/model/net/node-network';
import type { Kysely } from 'kysely';

export interface NodePool extends PoolNetwork {
  name: string;
  /** `true` if a server has an address of the pool. Such a pool stays, because its guests would otherwise be disconnected. */
  inUse: boolean;
}

export interface RefusedPool {
  name: string;
  why: string;
}

/** Splits pools into those that a node can use, and those that contain an address that its host has or needs. */
export function splitUsablePools(
  pools: readonly NodePool[],
  host: readonly HostAddress[],
  node: string,
): { usable: NodePool[]; refused: RefusedPool[] } {
  const judged = pools.map((pool) => ({ pool, used: findHostAddress(pool, host) }));
  return {
    usable: judged.flatMap(({ pool, used }) => (used && !pool.inUse ? [] : pool)),
    refused: judged.flatMap(({ pool: { name, cidr, inUse }, used }) =>
      used
        ? { name, why: `${cidr} contains ${describeHostAddress(used, node)}.${inUse ? ' It stays, as servers use it.' : ''}` }
        : [],
    ),
  };
}

/** Returns the pools of a node with the data that `splitUsablePools` needs. */
export async function poolsToJudge(db: Kysely<Database>, nodeId: number): Promise<NodePool[]> {
  const pools = await poolsOfNode(db, nodeId);
  const used = await db
    .selectFrom('ip_pools as p')
    .select('p.name')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('ip_addresses as a').select('a.id').whereRef('a.pool_id', '=', 'p.id').where('a.server_id', 'is not', null),
      ),
    )
    .execute();
  return pools.map((pool) => ({ ...pool, inUse: used.some(({ name }) => name === pool.name) }));
}

/** Opens an alert for each refused pool of a node, and closes the alerts of its other pools. */
export async function alertRefusedPools(
  db: Kysely<Database>,
  { node, refused, now }: { node: string; refused: readonly RefusedPool[]; now: Date },
): Promise<void> {
  const keyOf = (name: string) => `${node}/${name}`;
  for (const { name, why } of refused) {
    const message = `Node ${node} does not use the pool ${name}: ${why} Its other pools are in use. Remove the pool or exclude the address.`;
    await alertOnce(db, { kind: 'pool_refused', key: keyOf(name), message });
  }
  const keys = refused.map(({ name }) => keyOf(name));
  for (const { key } of await openAlertsOf(db, 'pool_refused'))
    if (key.startsWith(`${node}/`) && !keys.includes(key)) await resolveAlerts(db, { kind: 'pool_refused', key }, now);
}
