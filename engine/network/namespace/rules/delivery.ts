/**
 * Frames to an address of a machine leave the bridge only through that machine's tap. The address selects a chain per machine. A moved
 * address therefore belongs to the new machine as soon as these rules change, whatever the neighbour table says. If the bridge floods a
 * frame to all ports because its MAC entry expired, no other machine receives it.
 */

import type { NicSpec } from '../../../nic.ts';
import { tapOf } from '../names.ts';
import { isRouted, PREFIX_MASK, sourceOf } from '../prefixes.ts';
import { L2, type RulesPart } from './part.ts';

const MAPS = ['deliver4', 'deliver6', 'deliver6prefix'] as const;

export const delivery: RulesPart = {
  base: () => [
    ...MAPS.map((map) => `add map ${L2} ${map} { type ${map === 'deliver4' ? 'ipv4' : 'ipv6'}_addr : verdict; }`),
    `add chain ${L2} delivery { type filter hook postrouting priority 0; policy accept; }`,
    `flush chain ${L2} delivery`,
    `add rule ${L2} delivery oifname "tap-*" ip daddr vmap @deliver4`,
    `add rule ${L2} delivery oifname "tap-*" ip6 daddr vmap @deliver6`,
    `add rule ${L2} delivery oifname "tap-*" ip6 daddr & ${PREFIX_MASK} vmap @deliver6prefix`,
  ],

  attach: (spec) => [
    `add chain ${L2} ${chainOf(spec)}`,
    `flush chain ${L2} ${chainOf(spec)}`,
    `add rule ${L2} ${chainOf(spec)} oifname != "${tapOf(spec.machineId)}" counter drop`,
    ...elements(spec).map(addElement),
  ],

  removeDifferences: (before, now) =>
    removedElements(before, now).flatMap((element) => [addElement(element), deleteElement(element)]),

  detach: (spec) => [
    `add chain ${L2} ${chainOf(spec)}`,
    ...elements(spec).flatMap((element) => [addElement(element), deleteElement(element)]),
    `flush chain ${L2} ${chainOf(spec)}`,
    `delete chain ${L2} ${chainOf(spec)}`,
  ],

  clear: () => MAPS.map((map) => `flush map ${L2} ${map}`),
};

interface Element {
  map: (typeof MAPS)[number];
  key: string;
  chain: string;
}

const chainOf = ({ machineId }: Pick<NicSpec, 'machineId'>): string => `to-${machineId}`;

function elements(spec: NicSpec): Element[] {
  return spec.addresses.map((address) => {
    const [key = ''] = sourceOf(address).split('/');
    const map = isRouted(address) ? 'deliver6prefix' : (`deliver${address.version}` as const);
    return { map, key, chain: chainOf(spec) };
  });
}

function removedElements(before: NicSpec, now: NicSpec): Element[] {
  const kept = elements(now);
  return elements(before).filter((one) => !kept.some(({ map, key }) => map === one.map && key === one.key));
}

const addElement = ({ map, key, chain }: Element): string => `add element ${L2} ${map} { ${key} : jump ${chain} }`;
const deleteElement = ({ map, key }: Element): string => `delete element ${L2} ${map} { ${key} }`;
