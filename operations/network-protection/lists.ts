/**
 * The whitelist and the blacklist of an address, with the same four operations for each. The node's worker applies changes to the kernel
 * within about a second.
 */

import { loadProtection, type ProtectionSettings, writeProtection } from '@innkeeper/db/tables/ip-protections';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import type { OwnedRow } from '@innkeeper/domain/resources/kinds';
import { invalid } from '@innkeeper/model/failures';
import { applyListChange, canonicalNetwork, MAX_NETWORKS, sortedCidrs } from '@innkeeper/model/network-lists';
import { parseNetworksOf } from './networks.ts';

type List = 'whitelist' | 'blacklist';

export interface NetworkList {
  active: boolean;
  networks: string[];
}

export interface ProtectedAddressInput {
  ipAddress: OwnedRow & { version: number };
}

export interface SetList extends ProtectedAddressInput {
  networks: readonly string[];
}

export interface UpdateList extends ProtectedAddressInput {
  active?: boolean | undefined;
  add?: readonly string[] | undefined;
  remove?: readonly string[] | undefined;
}

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
  return async (cx: Cx, { ipAddress }: ProtectedAddressInput): Promise<NetworkList> =>
    ofList(await loadProtection(cx.db, ipAddress.id), list);
}

function replace(operation: string, list: List) {
  return async (cx: MutatingCx, { ipAddress, networks }: SetList): Promise<NetworkList> => {
    const cidrs = sortedCidrs(parseNetworksOf(networks, 'networks', ipAddress.version));
    return write(cx, operation, ipAddress.id, list, { active: true, networks: cidrs });
  };
}

function change(operation: string, list: List) {
  return async (cx: MutatingCx, { ipAddress, active, add = [], remove = [] }: UpdateList): Promise<NetworkList> => {
    const before = ofList(await loadProtection(cx.db, ipAddress.id), list);
    const changes = {
      add: parseNetworksOf(add, 'add', ipAddress.version),
      remove: parseNetworksOf(remove, 'remove', ipAddress.version),
    };
    const networks = applyListChange(before.networks, changes);
    if (networks.length > MAX_NETWORKS)
      throw invalid('add', `A list can have at most ${MAX_NETWORKS} networks. This request would make it ${networks.length}.`);
    return write(cx, operation, ipAddress.id, list, { active: active ?? before.active, networks });
  };
}

function empty(operation: string, list: List) {
  return async (cx: MutatingCx, { ipAddress }: ProtectedAddressInput): Promise<void> => {
    await write(cx, operation, ipAddress.id, list, { active: false, networks: [] });
  };
}

async function write(
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
