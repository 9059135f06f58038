import { countryDataset } from '@innkeeper/db/tables/geo-data';
import { loadProtection } from '@innkeeper/db/tables/ip-protections';
import { type Effect, effectOf } from '@innkeeper/db/tables/source-traffic';
import type { Cx } from '@innkeeper/domain/context';
import { hours } from '@innkeeper/model/clock';
import { sortedCidrs } from '@innkeeper/model/network-lists';
import { noCountryData } from './geo-filter.ts';
import type { ProtectedAddressInput } from './lists.ts';
import { parseNetworksOf } from './networks.ts';

export interface DryRun extends ProtectedAddressInput {
  whitelist?: readonly string[] | undefined;
  blacklist?: readonly string[] | undefined;
  geo?: { action: 'allow' | 'deny'; countries: readonly string[] } | undefined;
}

/**
 * Returns how much traffic of the last hour the given settings would have dropped. Omitted settings keep their current values. Throws
 * `not_supported` for a geo filter without country data, and `validation`.
 */
export async function dryRunProtection(cx: Cx, { ipAddress, whitelist, blacklist, geo }: DryRun): Promise<Effect> {
  const { id, version } = ipAddress;
  const set = await loadProtection(cx.db, id);
  const list = (name: 'whitelist' | 'blacklist', given: readonly string[] | undefined) =>
    given === undefined ? (set[`${name}_active`] ? set[name] : []) : sortedCidrs(parseNetworksOf(given, name, version));
  const setGeo = set.geo_active ? { action: set.geo_action, countries: set.geo_countries } : null;
  const dataset = await countryDataset(cx.db);
  if (geo !== undefined && dataset === undefined) throw noCountryData();
  return effectOf(cx.db, {
    addressId: id,
    since: new Date(cx.clock.now().getTime() - hours(1)),
    whitelist: list('whitelist', whitelist),
    blacklist: list('blacklist', blacklist),
    geo: dataset === undefined ? null : (geo ?? setGeo),
    datasetId: dataset?.id ?? 0,
  });
}
