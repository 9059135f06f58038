/** Whitelist and blacklist of an address: the same four operations for each. A node's worker makes rules of the kernel of them, within a second or so. */

import { loadProtection, type ProtectionSettings, writeProtection } from '@innkeeper/db/tables/ip-protections';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import type { OwnedRow } from '@innkeeper/domain/resources/kinds';
import { invalid } from '@innkeeper/model/failures';
import { canonicalNetwork, changedList, MOST_NETWORKS, sortedCidrs } from '@innkeeper/model/network-lists';
import { parsed } from './networks.ts';

type List = 'whitelist' | 'blacklist';

export interface NetworkList {
  active: boolean;
  networks: string[];
}

export interface OfAddress {
  ipAddress: OwnedRow & { version: number };
}

export interface SetList extends OfAddress {
  networks: readonly string[];
}

export interface UpdateList extends OfAddress {
  active?: boolean | undefined;
  add?: readonly string[] | undefined;
  remove?: readonly string[] | undefined;
}

/** Whether the list is applied, and what is on it. */
export const getWhitelist = read('whitelist');

/** Replaces the list and switches it on. Throws `validation`: a network of the other family. */
export const setWhitelist = replace('setWhitelist', 'whitelist');

/** Adds, removes, switches on or off. Throws `validation`: a network of the other family, or more than 1000 after the change. */
export const updateWhitelist = change('updateWhitelist', 'whitelist');

/** Empties the list and switches it off. */
export const deleteWhitelist = empty('deleteWhitelist', 'whitelist');

/** Whether the list is applied, and what is on it. */
export const getBlacklist = read('blacklist');

/** Replaces the list and switches it on. Throws `validation`: a network of the other family. */
export const setBlacklist = replace('setBlacklist', 'blacklist');

/** Adds, removes, switches on or off. Throws `validation`: a network of the other family, or more than 1000 after the change. */
export const updateBlacklist = change('updateBlacklist', 'blacklist');

/** Empties the list and switches it off. */
export const deleteBlacklist = empty('deleteBlacklist', 'blacklist');

function read(list: List) {
  return async (cx: Cx, { ipAddress }: OfAddress): Promise<NetworkList> =>
    ofList(await loadProtection(cx.db, ipAddress.id), list);
}

function replace(operation: string, list: List) {
  return async (cx: MutatingCx, { ipAddress, networks }: SetList): Promise<NetworkList> => {
    const wanted = sortedCidrs(parsed(networks, 'networks', ipAddress.version));
    return write(cx, operation, ipAddress.id, list, { active: true, networks: wanted });
  };
}

function change(operation: string, list: List) {
  return async (cx: MutatingCx, { ipAddress, active, add = [], remove = [] }: UpdateList): Promise<NetworkList> => {
    const before = ofList(await loadProtection(cx.db, ipAddress.id), list);
    const changes = { add: parsed(add, 'add', ipAddress.version), remove: parsed(remove, 'remove', ipAddress.version) };
    const networks = changedList(before.networks, changes);
    if (networks.length > MOST_NETWORKS)
      throw invalid('add', `A list can have at most ${MOST_NETWORKS} networks. This request would make it ${networks.length}.`);
    return write(cx, operation, ipAddress.id, list, { active: active ?? before.active, networks });
  };
}

function empty(operation: string, list: List) {
  return async (cx: MutatingCx, { ipAddress }: OfAddress): Promise<void> => {
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

/** PostgreSQL writes some addresses of IPv6 in another way. */
function ofList(settings: ProtectionSettings, list: List): NetworkList {
  const networks = settings[list].map((text) => canonicalNetwork(text)).filter((one) => one !== undefined);
  return { active: settings[`${list}_active`], networks: sortedCidrs(networks) };
}
