/** Changes of lists and of the geo filter: the API call of each, and the rules for its dry run over the last hour. Pure. */
import type { GeoFilter, Input, NetworkList, OperationName } from '@innkeeper/sdk/index';
import type { ListKind } from '../../data/protection.ts';
import { holdsAddress } from '../../rules/ip-networks.ts';
import { texts } from './texts.ts';

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

/** Rules of an address for a dry run. Omitted rules are the current ones. */
export type DryRunRules = Omit<Input<'dryRunProtection'>, 'id'>;

export interface Change {
  label: string;
  operation: ChangeOperation;
  /** Input of the call, without the id of the address. */
  input: Record<string, unknown>;
  tried: DryRunRules;
  /**
   * True if the rules after the change cannot be tried, because the API cannot express "no geo filter". The current ones are tried instead.
   */
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

/** Adds networks to a list. A list that is off is switched on, so that the block takes effect. */
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

/** Removes a network from a list. */
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

/** Sets the geo filter and switches it on. If it is already on, only the differences are sent. */
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

/** Lists in effect. Networks of a list that is off are excluded. */
export type Lists = Readonly<Record<ListKind, readonly string[]>>;

/** Returns the current lists, because a dry run needs at least one field. */
const currentRules = ({ blacklist, whitelist }: Lists): DryRunRules => ({ blacklist: [...blacklist], whitelist: [...whitelist] });

/** Switches the geo filter on or off. Its countries stay. */
export function switchGeo({ active, action, countries }: GeoFilter, lists: Lists): Change {
  return {
    label: active ? texts.geoOff : texts.geoOn,
    operation: 'updateGeoFilter',
    input: { active: !active },
    ...(active ? { tried: currentRules(lists), withoutGeo: true } : { tried: { geo: { action, countries } } }),
  };
}

/** Deletes the geo filter. */
export const deleteGeo = (lists: Lists): Change => ({
  label: texts.geoDelete,
  operation: 'deleteGeoFilter',
  input: {},
  tried: currentRules(lists),
  withoutGeo: true,
  danger: true,
});

/** Returns whether the lists drop an address after a change. The page cannot determine the country of an address. */
export function dropsAddress(now: Lists, tried: DryRunRules, address: string | null): boolean {
  if (address === null) return false;
  const isOn = (kind: ListKind) => (tried[kind] ?? now[kind]).some((network) => holdsAddress(network, address));
  return isOn('blacklist') && !isOn('whitelist');
}
