/** The geo filter of an address: the countries whose traffic it accepts or drops. */
import { countryDataset } from '@innkeeper/db/tables/geo-data';
import { loadProtection, type ProtectionSettings, writeProtection } from '@innkeeper/db/tables/ip-protections';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { ProtectedAddressInput } from './lists.ts';

type Action = ProtectionSettings['geo_action'];

export interface GeoFilter {
  active: boolean;
  action: Action;
  countries: string[];
}

export interface SetGeoFilter extends ProtectedAddressInput {
  action: Action;
  countries: readonly string[];
}

export type UpdateGeoFilter = ProtectedAddressInput & { [K in keyof GeoFilter]?: GeoFilter[K] | undefined };

/** Returns the geo filter of an address. */
export async function getGeoFilter(cx: Cx, { ipAddress }: ProtectedAddressInput): Promise<GeoFilter> {
  return filterOf(await loadProtection(cx.db, ipAddress.id));
}

/** Replaces the filter and enables it. Throws `not_supported` if the installation has no country data. */
export async function setGeoFilter(cx: MutatingCx, { ipAddress, action, countries }: SetGeoFilter): Promise<GeoFilter> {
  await requireData(cx);
  return write(cx, 'setGeoFilter', ipAddress.id, { active: true, action, countries: [...countries] });
}

/**
 * Changes the given fields of the filter. Throws `not_supported` if the installation has no country data, and `validation` if the filter
 * would be enabled without countries.
 */
export async function updateGeoFilter(
  cx: MutatingCx,
  { ipAddress, active, action, countries }: UpdateGeoFilter,
): Promise<GeoFilter> {
  await requireData(cx);
  const before = filterOf(await loadProtection(cx.db, ipAddress.id));
  const after = { active: active ?? before.active, action: action ?? before.action, countries: countries ?? before.countries };
  if (after.active && after.countries.length === 0)
    throw invalid('countries', 'Must contain at least one country while the filter is on.');
  return write(cx, 'updateGeoFilter', ipAddress.id, after);
}

/** Resets the filter and disables it. Also works without country data. */
export async function deleteGeoFilter(cx: MutatingCx, { ipAddress }: ProtectedAddressInput): Promise<void> {
  const { id } = ipAddress;
  await writeProtection(cx.db, id, { geo_active: false, geo_action: 'deny', geo_countries: [] });
  await audit(cx, 'deleteGeoFilter', { kind: 'ip_address', id });
}

async function write(
  cx: MutatingCx,
  operation: string,
  id: number,
  { active, action, countries }: GeoFilter,
): Promise<GeoFilter> {
  const sorted = countries.toSorted();
  const changes = { geo_active: active, geo_action: action, geo_countries: sorted };
  const after = filterOf(await writeProtection(cx.db, id, changes));
  await audit(cx, operation, { kind: 'ip_address', id }, { active, action, countries: sorted });
  return after;
}

async function requireData(cx: Cx): Promise<void> {
  if ((await countryDataset(cx.db)) === undefined) throw noCountryData();
}

export const noCountryData = (): Failure =>
  new Failure('not_supported', {
    message: 'This installation has no country data, so geo filters are not available.',
  });

const filterOf = ({ geo_active, geo_action, geo_countries }: ProtectionSettings): GeoFilter => ({
  active: geo_active,
  action: geo_action,
  countries: geo_countries,
});
