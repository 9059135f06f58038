/**
 * Packets that an address accepts: its geo filter, and its whitelist and blacklist with the same four operations for each. The node's
 * worker applies changes to the kernel within about a second.
 */
import type { GeoFilter, NetworkList } from '@innkeeper/contract/schemas/protection';
import { countryDataset } from '@innkeeper/db/tables/geo-data';
import { grantSource, loadProtection, type ProtectionSettings, writeProtection } from '@innkeeper/db/tables/ip-protections';
import { effectOf } from '@innkeeper/db/tables/source-traffic';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { IpNetwork } from '@innkeeper/model/net/ip-networks';
import { applyListChange, canonicalNetwork, MAX_NETWORKS, sortedCidrs } from '@innkeeper/model/net/network-lists';
import { hours, minutes } from '@innkeeper/model/time/clock';
import { presentEffect } from '@innkeeper/present/protection';
import { iso } from '@innkeeper/present/time';
import type { Input, Reply } from '../define.ts';

type List = 'whitelist' | 'blacklist';

const ALLOWED_FOR_MS = minutes(10);

/** Returns the geo filter of an address. */
export async function getGeoFilter(cx: Cx, { ipAddress }: Input<'getGeoFilter'>): Promise<Reply<'getGeoFilter'>> {
  return filterOf(await loadProtection(cx.db, ipAddress.id));
}

/** Replaces the filter and enables it. Throws `not_supported` if the installation has no country data. */
export async function setGeoFilter(
  cx: MutatingCx,
  { ipAddress, body: { action, countries } }: Input<'setGeoFilter'>,
): Promise<Reply<'setGeoFilter'>> {
  await requireData(cx);
  return writeFilter(cx, 'setGeoFilter', ipAddress.id, { active: true, action, countries });
}

/**
 * Changes the given fields of the filter. Throws `not_supported` if the installation has no country data, and `validation` if the filter
 * would be enabled without countries.
 */
export async function updateGeoFilter(
  cx: MutatingCx,
  { ipAddress, body: { active, action, countries } }: Input<'updateGeoFilter'>,
): Promise<Reply<'updateGeoFilter'>> {
  await requireData(cx);
  const before = filterOf(await loadProtection(cx.db, ipAddress.id));
  const after = { active: active ?? before.active, action: action ?? before.action, countries: countries ?? before.countries };
  if (after.active && after.countries.length === 0)
    throw invalid('countries', 'Must contain at least one country while the filter is on.');
  return writeFilter(cx, 'updateGeoFilter', ipAddress.id, after);
}

/** Resets the filter and disables it. Also works without country data. */
export async function deleteGeoFilter(cx: MutatingCx, { ipAddress: { id } }: Input<'deleteGeoFilter'>): Promise<void> {
  await writeProtection(cx.db, id, { geo_active: false, geo_action: 'deny', geo_countries: [] });
  await audit(cx, 'deleteGeoFilter', { kind: 'ip_address', id });
}

async function writeFilter(
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

const noCountryData = (): Failure =>
  new Failure('not_supported', {
    message: 'This installation has no country data, so geo filters are not available.',
  });

const filterOf = ({ geo_active, geo_action, geo_countries }: ProtectionSettings): GeoFilter => ({
  active: geo_active,
  action: geo_action,
  countries: geo_countries,
});

/** Returns the networks of the list, and whether it is enabled. */
export const getWhitelist = read('whitelist');

/** Replaces the list and enables it. Throws `validation` for a network of the other family. */
export const setWhitelist = replace('setWhitelist', 'whitelist');

/**
 * Adds or removes networks, or enables or disables the list. Throws `validation` for a network of the other family, and for more than 1000
 * networks after the change.
 */
export const updateWhitelist = change('updateWhitelist', 'whitelist');

/** Empties the list and disables it. */
export const deleteWhitelist = empty('deleteWhitelist', 'whitelist');

/** Returns the networks of the list, and whether it is enabled. */
export const getBlacklist = read('blacklist');

/** Replaces the list and enables it. Throws `validation` for a network of the other family. */
export const setBlacklist = replace('setBlacklist', 'blacklist');

/**
 * Adds or removes networks, or enables or disables the list. Throws `validation` for a network of the other family, and for more than 1000
 * networks after the change.
 */
export const updateBlacklist = change('updateBlacklist', 'blacklist');

/** Empties the list and disables it. */
export const deleteBlacklist = empty('deleteBlacklist', 'blacklist');

function read(list: List) {
  return async (cx: Cx, { ipAddress }: Input<'getWhitelist'>): Promise<Reply<'getWhitelist'>> =>
    ofList(await loadProtection(cx.db, ipAddress.id), list);
}

function replace(operation: string, list: List) {
  return async (cx: MutatingCx, { ipAddress, body: { networks } }: Input<'setWhitelist'>): Promise<Reply<'setWhitelist'>> => {
    const cidrs = sortedCidrs(parseNetworksOf(networks, 'networks', ipAddress.version));
    return writeList(cx, operation, ipAddress.id, list, { active: true, networks: cidrs });
  };
}

function change(operation: string, list: List) {
  return async (
    cx: MutatingCx,
    { ipAddress, body: { active, add = [], remove = [] } }: Input<'updateWhitelist'>,
  ): Promise<Reply<'updateWhitelist'>> => {
    const before = ofList(await loadProtection(cx.db, ipAddress.id), list);
    const changes = {
      add: parseNetworksOf(add, 'add', ipAddress.version),
      remove: parseNetworksOf(remove, 'remove', ipAddress.version),
    };
    const networks = applyListChange(before.networks, changes);
    if (networks.length > MAX_NETWORKS)
      throw invalid('add', `A list can have at most ${MAX_NETWORKS} networks. This request would make it ${networks.length}.`);
    return writeList(cx, operation, ipAddress.id, list, { active: active ?? before.active, networks });
  };
}

function empty(operation: string, list: List) {
  return async (cx: MutatingCx, { ipAddress }: Input<'deleteWhitelist'>): Promise<void> => {
    await writeList(cx, operation, ipAddress.id, list, { active: false, networks: [] });
  };
}

async function writeList(
  cx: MutatingCx,
  operation: string,
  id: number,
  list: List,
  { active, networks }: NetworkList,
): Promise<NetworkList> {
  const changes =
    list === 'whitelist' ? { whitelist: networks, whitelist_active: active } : { blacklist: networks, blacklist_active: active };
  const after = ofList(await writeProtection(cx.db, id, changes), list);
  await audit(cx, operation, { kind: 'ip_address', id }, { active, networks: networks.length });
  return after;
}

/** Returns the list in canonical form, because PostgreSQL writes some IPv6 addresses differently. */
function ofList(settings: ProtectionSettings, list: List): NetworkList {
  const networks = settings[list].map((text) => canonicalNetwork(text)).filter((one) => one !== undefined);
  return { active: settings[`${list}_active`], networks: sortedCidrs(networks) };
}

/**
 * Parses the networks of a request and clears their host bits. Throws `validation` with the index for an invalid network or one of another
 * family than the address.
 */
function parseNetworksOf(texts: readonly string[], field: string, version: number): IpNetwork[] {
  return texts.map((text, at) => {
    const network = canonicalNetwork(text);
    if (!network) throw invalid(`${field}.${at}`, 'Must be an IP address or a network in CIDR form.');
    if (network.version !== version) throw invalid(`${field}.${at}`, `Must be IPv${version}, like the address.`);
    return network;
  });
}

/**
 * Allows the caller's address for 10 minutes, despite lists and filter. Throws `validation` if the two addresses are of different families.
 */
export async function allowMe(cx: MutatingCx, { ipAddress: { id, version } }: Input<'allowMe'>): Promise<Reply<'allowMe'>> {
  const { clientAddress: source = '' } = cx;
  if (canonicalNetwork(source)?.version !== version)
    throw invalid(
      'id',
      `Your address ${source} is not an IPv${version} address, but the protected address is. Send the request over IPv${version}.`,
    );
  const endsAt = new Date(cx.clock.now().getTime() + ALLOWED_FOR_MS);
  await grantSource(cx.db, { addressId: id, source, endsAt });
  await audit(cx, 'allowMe', { kind: 'ip_address', id }, { source, ends_at: endsAt.toISOString() });
  return { source, ends_at: iso(endsAt) };
}

/**
 * Returns how much traffic of the last hour the given settings would have dropped. Omitted settings keep their current values. Throws
 * `not_supported` for a geo filter without country data, and `validation`.
 */
export async function dryRunProtection(
  cx: Cx,
  { ipAddress: { id, version }, body: { whitelist, blacklist, geo } }: Input<'dryRunProtection'>,
): Promise<Reply<'dryRunProtection'>> {
  const set = await loadProtection(cx.db, id);
  const list = (name: List, given: readonly string[] | undefined) =>
    given === undefined ? (set[`${name}_active`] ? set[name] : []) : sortedCidrs(parseNetworksOf(given, name, version));
  const setGeo = set.geo_active ? { action: set.geo_action, countries: set.geo_countries } : null;
  const dataset = await countryDataset(cx.db);
  if (geo !== undefined && dataset === undefined) throw noCountryData();
  const effect = await effectOf(cx.db, {
    addressId: id,
    since: new Date(cx.clock.now().getTime() - hours(1)),
    whitelist: list('whitelist', whitelist),
    blacklist: list('blacklist', blacklist),
    geo: dataset === undefined ? null : (geo ?? setGeo),
    datasetId: dataset?.id ?? 0,
  });
  return presentEffect(effect);
}
