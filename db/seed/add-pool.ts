import { parseNetwork } from '@innkeeper/model/net/ip-networks';
import { type Insertable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { makePrefixes } from '../tables/ip-pools.ts';
import { brokeConstraint } from '../transaction.ts';

export interface NewPool extends Partial<Insertable<Database['ip_pools']>> {
  name: string;
  /** Network from /16 to /30 for IPv4, or from /16 to /64 for IPv6. */
  cidr: string;
  /** Gateway. Must be link-local for IPv6. Default for IPv6: `fe80::1`. */
  gateway?: string;
}

/** Pool of a new installation, inside the host's network and reachable from the host itself. */
export const DEFAULT_POOL = { name: 'default', cidr: '10.77.0.0/24', gateway: '10.77.0.1' };

/** Default gateway for guests of IPv6 pools. */
export const IPV6_GATEWAY = 'fe80::1';

/**
 * Creates a pool, and for IPv4 a row for each usable address: all except network, broadcast and gateway. Adds missing rows if the pool
 * exists. Returns the pool's id. Throws a `RangeError` for an invalid pool.
 */
export async function addPool(trx: Transaction<Database>, pool: NewPool): Promise<number> {
  const network = parseNetwork(pool.cidr);
  const { version, prefix: bits } = network ?? { version: 4, prefix: 0 };
  if (!network || !(version === 4 ? bits >= 16 && bits <= 30 : bits >= 16 && bits <= 64))
    throw new RangeError(`${pool.cidr} is neither an IPv4 network from /16 to /30 nor an IPv6 network from /16 to /64.`);
  if (version === 4 && pool.gateway === undefined) throw new RangeError('An IPv4 network needs a gateway.');
  const gateway = pool.gateway ?? IPV6_GATEWAY;
  await trx
    .insertInto('ip_pools')
    .values({ ...pool, gateway, version })
    .onConflict((oc) => oc.column('name').doNothing())
    .execute()
    .catch((error: unknown) => {
      const place = version === 4 ? `not in ${pool.cidr}` : 'not a link-local address, as of an IPv6 network it must be';
      if (brokeConstraint(error, 'ip_pools_one_family')) throw new RangeError(`The gateway ${gateway} is ${place}.`);
      if (brokeConstraint(error, 'ip_pools_apart')) throw new RangeError(`${pool.cidr} overlaps another pool.`);
      throw error;
    });
  const row = await trx.selectFrom('ip_pools').selectAll().where('name', '=', pool.name).executeTakeFirstOrThrow();
  if (row.cidr !== pool.cidr) throw new RangeError(`The pool ${pool.name} is ${row.cidr} already.`);
  if (version === 6) await makePrefixes(trx, row.id, 0);
  else
    await sql`
      insert into ip_addresses (pool_id, address, prefix, version, gateway, ddos_protected, excluded)
      select p.id, address, ${bits}::int, 4, p.gateway, p.ddos_protected, address <<= any(p.excluded)
      from ip_pools p, generate_series(1, ${2 ** (32 - bits) - 2}::bigint) as i, lateral (select host(p.cidr)::inet + i as address) as a
      where p.id = ${row.id} and address <> p.gateway
      order by address
      on conflict (address) do nothing
    `.execute(trx);
  return row.id;
}
