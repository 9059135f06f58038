import { sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { brokeConstraint } from '../transaction.ts';

export interface NewPool {
  name: string;
  /** IPv4, /16 to /30. */
  cidr: string;
  gateway: string;
}

/** What a new installation gives its servers: inside the network of the host, reachable from the host itself. */
export const DEFAULT_POOL: NewPool = { name: 'default', cidr: '10.77.0.0/24', gateway: '10.77.0.1' };

/**
 * Makes a pool of addresses and each address in it that a server can have: all but network, broadcast and gateway. Again,
 * it adds what is missing. Returns the pool's id; throws a RangeError for a pool that can't be.
 */
export async function addPool(trx: Transaction<Database>, pool: NewPool): Promise<number> {
  const bits = Number(pool.cidr.split('/')[1] ?? 32);
  if (pool.cidr.includes(':') || !(bits >= 16 && bits <= 30)) {
    throw new RangeError(`${pool.cidr} is not an IPv4 network from /16 to /30.`);
  }
  await trx
    .insertInto('ip_pools')
    .values({ ...pool, version: 4 })
    .onConflict((oc) => oc.column('name').doNothing())
    .execute()
    .catch((error: unknown) => {
      if (brokeConstraint(error, 'ip_pools_one_family')) throw new RangeError(`${pool.gateway} is not in ${pool.cidr}.`);
      throw error;
    });
  const { id, cidr } = await trx
    .selectFrom('ip_pools')
    .select(['id', 'cidr'])
    .where('name', '=', pool.name)
    .executeTakeFirstOrThrow();
  if (cidr !== pool.cidr) throw new RangeError(`The pool ${pool.name} is ${cidr} already.`);
  await sql`
    insert into ip_addresses (pool_id, address, prefix, version, gateway)
    select ${id}::int, address, ${bits}::int, 4, ${pool.gateway}::inet
    from (select host(${pool.cidr}::cidr)::inet + i as address from generate_series(1, ${2 ** (32 - bits) - 2}::bigint) as i)
    where address <> ${pool.gateway}::inet
    order by address
    on conflict (address) do nothing
  `.execute(trx);
  return id;
}
