/** Changes of lists and of the geo filter: the call of each, and the rules that are tried on the last hour before it. Pure. */
import type { GeoFilter, Input, NetworkList, OperationName } from '@innkeeper/sdk/index';
import type { ListKind } from '../../data/protection.ts';
import { holdsAddress } from '../../rules/ip-networks.ts';
import { texts } from '../../texts/en/protection.ts';

export type ChangeOperation = Extract<
  OperationName,
  | 'setBlacklist'
  | 'updateBlacklist'
  | 'deleteBlacklist'
  | 'setWhitelist'
  | 'updateWhitelist'
  | 'deleteWhitelist'
  | 'setGeoFilter'
  | 'updateGeoFilter'
  | 'deleteGeoFilter'
>;

/** The rules of an address that are tried. Rules that are left out are the ones of now. */
export type TriedRules = Omit<Input<'dryRunProtection'>, 'id'>;

export interface Change {
  label: string;
  operation: ChangeOperation;
  /** Without the id of the address. */
  input: Record<string, unknown>;
  tried: TriedRules;
  /** The rules after the change cannot be tried, because the API has no way to say "no geo filter". The ones of now are tried. */
  withoutGeo?: true;
  danger?: true;
}

const OPERATIONS = {
  blacklist: { set: 'setBlacklist', update: 'updateBlacklist', delete: 'deleteBlacklist' },
  whitelist: { set: 'setWhitelist', update: 'updateWhitelist', delete: 'deleteWhitelist' },
} as const;

/** Splits typed text into networks. */
export const splitNetworks = (text: string): string[] => text.split(/[,;\s]+/).filter((item) => item !== '');

const describe = (networks: readonly string[]): string =>
  networks.length === 1 ? (networks[0] ?? '') : texts.several(networks.length);

/** Puts networks on a list. A list that is off is switched on: what is blocked should be blocked. */
export function addNetworks(kind: ListKind, list: NetworkList, networks: readonly string[]): Change {
  const operations = OPERATIONS[kind];
  const isNew = !list.active && list.networks.length === 0;
  return {
    label: texts.lists[kind].add(describe(networks)),
    operation: isNew ? operations.set : operations.update,
    input: isNew ? { networks } : { add: networks, ...(list.active ? {} : { active: true }) },
    tried: { [kind]: [...new Set([...list.networks, ...networks])] },
    ...(kind === 'blacklist' && { danger: true }),
  };
}

/** Takes a network off a list. */
export function removeNetwork(kind: ListKind, list: NetworkList, network: string): Change {
  return {
    label: texts.lists[kind].remove(network),
    operation: OPERATIONS[kind].update,
    input: { remove: [network] },
    tried: { [kind]: list.active ? list.networks.filter((other) => other !== network) : [] },
  };
}

/** Switches a list on or off. Its networks stay. */
export function switchList(kind: ListKind, list: NetworkList): Change {
  const words = texts.lists[kind];
  return {
    label: list.active ? words.switchOff : words.switchOn,
    operation: OPERATIONS[kind].update,
    input: { active: !list.active },
    tried: { [kind]: list.active ? [] : list.networks },
  };
}

/** Replaces all networks of a list, and switches it on. */
export function replaceList(kind: ListKind, networks: readonly string[]): Change {
  return {
    label: texts.lists[kind].replace,
    operation: OPERATIONS[kind].set,
    input: { networks },
    tried: { [kind]: [...networks] },
    ...(kind === 'blacklist' && { danger: true }),
  };
}

/** Empties a list, and switches it off. */
export function clearList(kind: ListKind): Change {
  return {
    label: texts.lists[kind].clear,
    operation: OPERATIONS[kind].delete,
    input: {},
    tried: { [kind]: [] },
    danger: true,
  };
}

type GeoRules = Pick<GeoFilter, 'action' | 'countries'>;

/** Sets the geo filter, and switches it on. Of a filter that is on, only what differs is sent. */
export function setGeo(filter: GeoFilter, { action, countries }: GeoRules): Change {
  const changed = {
    ...(action === filter.action ? {} : { action }),
    ...(countries.join() === filter.countries.join() ? {} : { countries }),
  };
  return {
    label: texts.geoSet,
    operation: filter.active ? 'updateGeoFilter' : 'setGeoFilter',
    input: filter.active ? changed : { action, countries },
    tried: { geo: { action, countries } },
    danger: true,
  };
}

/** The lists in effect: networks of a list that is off are not among them. */
export type Lists = Readonly<Record<ListKind, readonly string[]>>;

/** Names the lists of now, because a dry run has at least one field. */
const rulesOfNow = ({ blacklist, whitelist }: Lists): TriedRules => ({ blacklist: [...blacklist], whitelist: [...whitelist] });

/** Switches the geo filter on or off. Its countries stay. */
export function switchGeo({ active, action, countries }: GeoFilter, lists: Lists): Change {
  return {
    label: active ? texts.geoOff : texts.geoOn,
    operation: 'updateGeoFilter',
    input: { active: !active },
    ...(active ? { tried: rulesOfNow(lists), withoutGeo: true } : { tried: { geo: { action, countries } } }),
  };
}

/** Deletes the geo filter. */
export const deleteGeo = (lists: Lists): Change => ({
  label: texts.geoDelete,
  operation: 'deleteGeoFilter',
  input: {},
  tried: rulesOfNow(lists),
  withoutGeo: true,
  danger: true,
});

/** Returns whether the lists after a change drop an address. The country of an address is unknown to the page. */
export function dropsAddress(now: Lists, tried: TriedRules, address: string | null): boolean {
  if (address === null) return false;
  const isOn = (kind: ListKind) => (tried[kind] ?? now[kind]).some((network) => holdsAddress(network, address));
  return isOn('blacklist') && !isOn('whitelist');
}
