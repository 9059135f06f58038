/**
 * The rules that decide who may reach an address. Packets from outside its machine, from the internet or another guest, pass three tables
 * before connection tracking. Each table finds the destination in one lookup, however many servers exist:
 *
 *     innkeeper-lists   whitelist (allowed and marked), blacklist (dropped)
 *     innkeeper-geo     the geo filter, by the country of the source
 *     innkeeper-guard   chain `blocks`: automatic blocks; chain `guard`: limits of rate
 *
 * nft 1.0.6 reads all plain interval sets of a namespace whenever an element is added to any set (20,000 ranges: 0.4 s, 200,000: 5 s).
 * It does not read sets whose key has two fields. Ranges therefore have a second, constant field: the family.
 */

import { withoutCovered } from '@innkeeper/model/net/network-lists';
import { countryNumber } from '@innkeeper/model/people/countries';
import type { AddressProtection } from '../../protection.ts';
import { PREFIX_MASK } from '../prefixes.ts';
import type { RulesPart } from './part.ts';

export const LISTS = 'inet innkeeper-lists';
export const GEO = 'inet innkeeper-geo';
export const FLOOD_FILTER = 'inet innkeeper-guard';

/** Mark of a packet that a whitelist allows: no later rule drops it. The low 16 bits are the country of the source. */
export const WHITELISTED = '0x10000';
/** Mark of TCP packets from and to protected addresses, which are tracked. */
export const TRACKED_MARK = '0x20000';

/** Maps from destinations to verdicts. A destination is an address, or a 64-bit prefix by its first address. */
export const DESTINATIONS = ['to4', 'to6', 'to6prefix'] as const;

export const protection: RulesPart & { base(): string[] } = {
  base: () => [
    ...byDestination(LISTS, 'lists', -300, ['meta mark set meta mark & 0xfffeffff']),
    ...byDestination(GEO, 'geo', -299, [`meta mark & ${WHITELISTED} != 0 accept`]),
    ...['shards4', 'shards6'].map((map) => `add map ${GEO} ${map} { type ipv${map.at(-1)}_addr : verdict; }`),
    `add chain ${GEO} country`,
    `flush chain ${GEO} country`,
    `add rule ${GEO} country ip saddr & 255.0.0.0 vmap @shards4`,
    `add rule ${GEO} country ip6 saddr & ffff:: vmap @shards6`,

    `add table ${FLOOD_FILTER}`,
    ...['blocks', 'guard'].map((chain) => `add chain ${FLOOD_FILTER} ${chain}`),
    `add chain ${FLOOD_FILTER} automatic { type filter hook prerouting priority -298; policy accept; }`,
    `flush chain ${FLOOD_FILTER} automatic`,
    `add rule ${FLOOD_FILTER} automatic meta mark & ${WHITELISTED} != 0 accept`,
    ...['blocks', 'guard'].map((chain) => `add rule ${FLOOD_FILTER} automatic jump ${chain}`),
  ],
  // Protection belongs to addresses, not machines, so it stays while a machine is replaced.
  attach: () => [],
  detach: () => [],
};

function byDestination(table: string, chain: string, priority: number, first: readonly string[]): string[] {
  return [
    `add table ${table}`,
    `add map ${table} to4 { type ipv4_addr : verdict; }`,
    ...['to6', 'to6prefix'].map((map) => `add map ${table} ${map} { type ipv6_addr : verdict; }`),
    `add chain ${table} ${chain} { type filter hook prerouting priority ${priority}; policy accept; }`,
    `flush chain ${table} ${chain}`,
    ...[...first, 'ip daddr vmap @to4', 'ip6 daddr vmap @to6', `ip6 daddr & ${PREFIX_MASK} vmap @to6prefix`].map(
      (rule) => `add rule ${table} ${chain} ${rule}`,
    ),
  ];
}

/** The properties encoded in a chain's name. */
export interface AppliedProtection {
  network: string;
  revision: string;
  /** Parts of the protection: `w` whitelist, `b` blacklist, `g` geo filter. */
  parts: string;
}

/** Returns the chain name, such as `at/203.0.113.7/42/wg`. */
export const chainOf = ({ network, revision, parts }: AppliedProtection): string => `at/${nameOf(network)}/${revision}/${parts}`;

/** Returns a network in the characters that nft names allow, such as `203.0.113.7` or `2001_db8_77_11__`. */
const nameOf = (network: string): string => (network.split('/')[0] ?? '').replaceAll(':', '_');

/** Returns the parts of a protection as in `Made`. Empty if it has none. */
export function partsOf({ whitelist, blacklist, geo }: AddressProtection): string {
  return [whitelist.length > 0 ? 'w' : '', blacklist.length > 0 ? 'b' : '', geo === null ? '' : 'g'].join('');
}

/** Lists the set names of the address's lists, if any. */
export const setsOf = (made: AppliedProtection): string[] =>
  ['w', 'b'].filter((part) => made.parts.includes(part)).map((part) => `${part}/${nameOf(made.network)}/${made.revision}`);

/** Lists the tables in which an address has a chain. Every address has a chain in `LISTS`, whose name records the state in force. */
export const tablesOf = ({ parts }: Pick<AppliedProtection, 'parts'>): string[] => (parts.includes('g') ? [LISTS, GEO] : [LISTS]);

/** Returns the map and the key that find a network by a packet's destination. */
export function destinationOf(network: string): { map: (typeof DESTINATIONS)[number]; key: string } {
  const [key = '', prefix] = network.split('/');
  if (!key.includes(':')) return { map: 'to4', key };
  return { map: prefix === '64' ? 'to6prefix' : 'to6', key };
}

/** Returns the network of a map's key. */
export const networkOfKey = (map: (typeof DESTINATIONS)[number], key: string): string =>
  `${key}/${{ to4: 32, to6: 128, to6prefix: 64 }[map]}`;

/** Returns statements that create the chains and sets of an address. None of these names may exist yet. */
export function protectAddress(desired: AddressProtection): string[] {
  const { network, whitelist, blacklist, geo } = desired;
  const made = { ...desired, parts: partsOf(desired) };
  const family = network.includes(':') ? 'ip6' : 'ip';
  const chain = chainOf(made);
  const { map, key } = destinationOf(network);
  const rules: Record<string, { networks: readonly string[]; verdict: string }> = {
    w: { networks: whitelist, verdict: `meta mark set meta mark or ${WHITELISTED} accept` },
    b: { networks: blacklist, verdict: 'counter drop' },
  };
  return [
    ...tablesOf(made).map((table) => `add chain ${table} ${chain}`),
    ...setsOf(made).flatMap((set) => {
      const { networks, verdict } = rules[set[0] ?? ''] ?? { networks: [], verdict: '' };
      const protocol = family === 'ip' ? 'ipv4' : 'ipv6';
      return [
        `add set ${LISTS} ${set} { typeof ${family} saddr . meta nfproto; flags interval; }`,
        ...addElements(
          LISTS,
          set,
          withoutCovered(networks).map((one) => `${one} . ${protocol}`),
        ),
        `add rule ${LISTS} ${chain} ${family} saddr . meta nfproto @${set} ${verdict}`,
      ];
    }),
    ...(geo === null
      ? []
      : [
          `add rule ${GEO} ${chain} jump country`,
          `add rule ${GEO} ${chain} meta mark ${geo.action === 'deny' ? '' : '!= '}{ ${geo.countries.map(countryNumber).join(', ')} } counter drop`,
        ]),
    ...tablesOf(made).map((table) => `add element ${table} ${map} { ${key} : jump ${chain} }`),
  ];
}

/** Returns statements that remove everything that `protectAddress` created. */
export function unprotectAddress(made: AppliedProtection): string[] {
  const { map, key } = destinationOf(made.network);
  const chain = chainOf(made);
  return [
    ...tablesOf(made).flatMap((table) => [
      `delete element ${table} ${map} { ${key} }`,
      `flush chain ${table} ${chain}`,
      `delete chain ${table} ${chain}`,
    ]),
    ...setsOf(made).map((set) => `delete set ${LISTS} ${set}`),
  ];
}

/** Returns one statement per 2000 elements, because nft's parser holds one statement at a time. */
export function addElements(table: string, set: string, elements: readonly string[]): string[] {
  const statements = Array.from({ length: Math.ceil(elements.length / 2_000) }, (_, i) =>
    elements.slice(i * 2_000, (i + 1) * 2_000),
  );
  return statements.map((some) => `add element ${table} ${set} { ${some.join(', ')} }`);
}
