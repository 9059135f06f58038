/**
 * Applies address protection in the kernel. The state in force is read from chain names. Neither this process's memory nor a crash of
 * another process can make it wrong.
 */
import { createHash } from 'node:crypto';
import type { Netns } from '../netns.ts';
import {
  type AddressProtection,
  type CountryData,
  noCountries,
  type ProtectionChange,
  type ProtectionState,
} from '../protection.ts';
import { loadCountry, parseLoaded, unloadCountries } from './rules/geo.ts';
import {
  type AppliedProtection,
  chainOf,
  DESTINATIONS,
  FLOOD_FILTER,
  GEO,
  LISTS,
  networkOfKey,
  partsOf,
  protectAddress,
  protection,
  setsOf,
  tablesOf,
  unprotectAddress,
} from './rules/protection.ts';

/** Addresses per transaction, so that other changes do not wait for all of them. 10,000 addresses took 17 s in total. */
const BATCH_SIZE = 200;

/** Addresses whose rules and elements are compared per call. The others are compared in later calls. */
const COMPARE_BATCH_SIZE = 8;

const MAX_BYTES = 64 << 20;

/** The protection found in the kernel. */
interface AppliedProtections {
  made: Map<string, AppliedProtection>;
  /** Chains in the table of geo filters. */
  geo: readonly string[];
  /** True if each address has exactly the objects that its chain name lists, and nothing else exists. */
  isConsistent: boolean;
}

export class Protections {
  /** Digests of the rules and elements of chains and sets at their first comparison. */
  readonly #digests = new Map<string, string>();
  /** Networks that had protection when this process last read the kernel. */
  #known = new Set<string>();
  /** Listing of the shared chains after this process last applied a change. */
  #base: string | null = null;
  #next = 0;

  async apply(netns: Netns, { set, remove, countries }: ProtectionChange): Promise<void> {
    await netns.nft(script(protection.base()));
    for (let at = 0; at === 0 || at < set.length; at += BATCH_SIZE)
      await this.#change(netns, set.slice(at, at + BATCH_SIZE), at === 0 ? remove : [], countries);
    this.#base = await listBase(netns);
  }

  /** Reads the protection in force. Changes nothing in the kernel. */
  async state(netns: Netns): Promise<ProtectionState> {
    const applied = await read(netns);
    if (!applied.isConsistent) return { revisions: new Map(), changed: ['who may reach any address'] };
    const base = this.#base === null || this.#base === (await listBase(netns)) ? [] : ['the chains of protection'];
    const gone = [...this.#known].filter((network) => !applied.made.has(network));
    const differing = await this.#differing(netns, [...applied.made.values()]);
    for (const network of differing) applied.made.delete(network);
    this.#known = new Set(applied.made.keys());
    return {
      revisions: new Map([...applied.made].map(([network, { revision }]) => [network, revision])),
      changed: [...base, ...[...gone, ...differing].map((network) => `who may reach ${network}`)].slice(0, 10),
    };
  }

  async #change(
    netns: Netns,
    set: readonly AddressProtection[],
    remove: readonly string[],
    countries: CountryData | null,
  ): Promise<void> {
    const { made, geo, isConsistent } = await read(netns);
    if (!isConsistent) {
      await netns.nft(script([...[LISTS, GEO].map((table) => `delete table ${table}`), ...protection.base()]));
      return this.#change(netns, set, [], countries);
    }
    const desired = set.filter((one) => partsOf(one) !== '');
    const gone = new Set([...set.map(({ network }) => network), ...remove]);
    const before = [...gone].flatMap((network) => made.get(network) ?? []);
    const statements = [
      ...before.flatMap(unprotectAddress),
      ...(await loadCountries(geo, desired, countries)),
      ...desired.flatMap(protectAddress),
    ];
    if (statements.length > 0) await netns.nft(script(statements));
    for (const one of before) for (const [name] of objectsOf(one)) this.#digests.delete(name);
    for (const network of gone) this.#known.delete(network);
    for (const { network } of desired) this.#known.add(network);
  }

  /** Compares the next few addresses with their digests and returns the networks that differ. */
  async #differing(netns: Netns, made: readonly AppliedProtection[]): Promise<string[]> {
    const differing = new Set<string>();
    const turn = made.slice(this.#next, this.#next + COMPARE_BATCH_SIZE);
    this.#next = this.#next + COMPARE_BATCH_SIZE < made.length ? this.#next + COMPARE_BATCH_SIZE : 0;
    for (const one of turn)
      for (const [name, ...command] of objectsOf(one)) {
        const { stdout } = await netns.attempt('nft', ['--stateless', 'list', ...command], { maxBytes: MAX_BYTES });
        const digest = createHash('sha256').update(stdout).digest('base64');
        const before = this.#digests.get(name);
        if (before === undefined) this.#digests.set(name, digest);
        else if (before !== digest) differing.add(one.network);
      }
    return [...differing];
  }
}

/** Lists the kernel objects of an address: a key, then the arguments of `nft list`. */
function objectsOf(made: AppliedProtection): [string, ...string[]][] {
  const chain = chainOf(made);
  return [
    ...tablesOf(made).map((table): [string, ...string[]] => [`${table} ${chain}`, 'chain', ...table.split(' '), chain]),
    ...setsOf(made).map((set): [string, ...string[]] => [set, 'set', ...LISTS.split(' '), set]),
  ];
}

/** Lists the shared chains as text. */
async function listBase(netns: Netns): Promise<string> {
  const chains = [
    [LISTS, 'lists'],
    [GEO, 'geo'],
    [GEO, 'country'],
    [FLOOD_FILTER, 'automatic'],
  ] as const;
  const listed = chains.map(([table, chain]) =>
    netns.attempt('nft', ['--stateless', 'list', 'chain', ...table.split(' '), chain]),
  );
  return (await Promise.all(listed)).map(({ stdout }) => stdout).join('');
}

/** Returns the statements that load the countries needed by these geo filters. A new data version replaces everything loaded. */
async function loadCountries(
  chains: readonly string[],
  set: readonly AddressProtection[],
  data: CountryData | null,
): Promise<string[]> {
  const neededCountries = new Set(set.flatMap(({ geo }) => geo?.countries ?? []));
  if (data === null) {
    if (neededCountries.size > 0) throw noCountries();
    return [];
  }
  const loaded = parseLoaded(chains);
  const outdated = [...loaded.countries, ...loaded.shards].some(({ version }) => version !== data.version);
  const names = loaded.countries.map(({ country }) => country);
  const missing = outdated ? new Set([...names, ...neededCountries]) : [...neededCountries].filter((one) => !names.includes(one));
  const shards = new Set(outdated ? [] : loaded.shards.map(({ shard }) => shard));
  const statements = outdated ? unloadCountries(loaded) : [];
  for (const country of [...missing].toSorted())
    statements.push(...loadCountry(country, data.version, await data.ranges(country), shards));
  return statements;
}

async function read(netns: Netns): Promise<AppliedProtections> {
  const [chains, lists, geo] = await Promise.all([
    listChains(netns),
    listDestinations(netns, LISTS),
    listDestinations(netns, GEO),
  ]);
  const made = new Map<string, AppliedProtection>();
  let whole = true;
  for (const [network, chain] of lists) {
    const [, , revision = '', parts = ''] = chain.split('/');
    made.set(network, { network, revision, parts });
    whole &&= chains[LISTS]?.has(chain) === true;
    whole &&= !parts.includes('g') || (geo.get(network) === chain && chains[GEO]?.has(chain) === true);
  }
  const count = (table: string) => [...(chains[table] ?? [])].filter((chain) => chain.startsWith('at/')).length;
  whole &&= count(LISTS) === lists.size && count(GEO) === geo.size;
  whole &&= [...geo].every(([network, chain]) => lists.get(network) === chain);
  return { made, geo: [...(chains[GEO] ?? [])], isConsistent: whole };
}

/** Lists the chain names of each table. */
async function listChains(netns: Netns): Promise<Record<string, Set<string>>> {
  const { stdout } = await netns.attempt('nft', ['-j', 'list', 'chains'], { maxBytes: MAX_BYTES });
  const found: Record<string, Set<string>> = {};
  if (stdout === '') return found;
  const { nftables } = JSON.parse(stdout) as { nftables: { chain?: { family: string; table: string; name: string } }[] };
  for (const { chain } of nftables) {
    if (chain === undefined) continue;
    const table = `${chain.family} ${chain.table}`;
    found[table] ??= new Set();
    found[table].add(chain.name);
  }
  return found;
}

/** Lists the chain of each network. */
async function listDestinations(netns: Netns, table: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const map of DESTINATIONS) {
    const { code, stdout } = await netns.attempt('nft', ['-j', 'list', 'map', ...table.split(' '), map], {
      maxBytes: MAX_BYTES,
    });
    if (code !== 0) continue;
    const { nftables } = JSON.parse(stdout) as { nftables: { map?: { elem?: [string, { jump?: { target: string } }][] } }[] };
    for (const [key, verdict] of nftables.flatMap((one) => one.map?.elem ?? []))
      found.set(networkOfKey(map, key), verdict.jump?.target ?? '');
  }
  return found;
}

const script = (statements: readonly string[]): string => `${statements.join('\n')}\n`;
