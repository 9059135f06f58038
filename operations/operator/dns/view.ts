/** Returns the DNS settings and the state of pending names. */
import type { Database } from '@innkeeper/db/schema';
import { dnsSettings } from '@innkeeper/db/tables/dns-settings';
import { countNames } from '@innkeeper/db/tables/ptr-names';
import { reverseZones } from '@innkeeper/model/reverse-names';
import type { Kysely } from 'kysely';

export async function dnsView(db: Kysely<Database>) {
  const { driver, url, server, nameservers, contact, notify, ttl, forward_confirmed, resolvers, ...state } =
    await dnsSettings(db);
  const { names: total, waiting, refused, error } = await countNames(db);
  const pools = await db.selectFrom('ip_pools').select(['name', 'cidr']).orderBy('version').orderBy('cidr').execute();
  const { away_since: since, away_error, retry_at } = state;
  return {
    driver: driver ?? ('none' as const),
    url,
    server,
    nameservers,
    contact,
    notify,
    ttl,
    forward_confirmed,
    resolvers,
    away: driver === null || since === null ? null : { since, error: away_error ?? '', retry_at },
    names: { total, waiting, refused, error },
    zones: pools.flatMap(({ name: pool, cidr }) => reverseZones(cidr).map(({ name, parent }) => ({ pool, name, parent }))),
  };
}
