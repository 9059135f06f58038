/** Counts and blocks by nftables in a node's namespace. */
import { type PortSpeed, portSpeedOf } from '@innkeeper/model/attacks/limits';
import { type Count, NONE, TRAFFIC_KINDS, type TrafficKind } from '@innkeeper/model/attacks/traffic';
import { networkOf, SERVER_PREFIX } from '@innkeeper/model/ip-networks';
import type { Netns } from '../netns.ts';
import { type Element, listSets } from './listing.ts';
import { listGuarded, listGuardRules } from './networks.ts';
import type { BlockedSource, FlowCounter, GuardedAddress, GuardedNetwork, GuardPort, TrafficCounters } from './port.ts';
import { packetsReceived } from './received.ts';
import { counterSet, guardBase, guardChain, proxyProbe, proxyRules, speedRules, TABLE } from './rules.ts';

type Version = 4 | 6;

/** What the kernel knows an address by: of IPv6 its first 64 bits. */
const keyOf = (address: string, version: Version): string =>
  version === 4 ? address : (networkOf(address, SERVER_PREFIX).split('/')[0] ?? address);

interface Applied {
  version: Version;
  address: string;
  /** Null: it is not protected. */
  speed: PortSpeed | null;
}

export class NamespaceGuard implements GuardPort {
  readonly unsupported = null;
  readonly #netns: () => Netns;
  /** As one act at a time changes the namespace. */
  readonly #turn: <T>(act: () => Promise<T>) => Promise<T>;
  readonly #inside: () => Promise<number | null>;
  readonly #blockSeconds: () => number;
  /** Null: not said yet by who drives this process. What the kernel has of one before it stays until then. */
  #wanted: readonly GuardedAddress[] | null = null;
  #sampled: readonly string[] = [];
  /** By key; null: what is in the kernel is not known. */
  #applied: Map<string, Applied> | null = null;
  #speeds = new Set<PortSpeed>();
  /** What there was when it was last made; null: it was not. */
  #made: { rules: string; networks: readonly GuardedNetwork[] } | null = null;
  /** Whether the kernel answers for addresses; null: not known yet. */
  #proxy: boolean | null = null;

  /** `inside`: a process in the namespace, of which the kernel tells what its network has received. */
  constructor(options: {
    netns: () => Netns;
    turn: <T>(act: () => Promise<T>) => Promise<T>;
    inside: () => Promise<number | null>;
    blockSeconds: () => number;
  }) {
    this.#netns = options.netns;
    this.#turn = options.turn;
    this.#inside = options.inside;
    this.#blockSeconds = options.blockSeconds;
  }

  /** Within the turn of who opens the namespace: everything again that may be gone. */
  async restore(): Promise<void> {
    this.#applied = null;
    this.#proxy ??= (await this.#netns().attempt('nft', ['-f', '-'], { input: lines(proxyProbe()) })).code === 0;
    await this.#apply();
    // A packet within a connection that nobody knows is the end of a handshake with the proxy, and begins none by itself.
    const loose = 'netfilter/nf_conntrack_tcp_loose';
    if (this.#proxy && (await this.#netns().readSysctl(loose)) === '1') await this.#netns().writeSysctl(loose, '0');
  }

  guard(addresses: readonly GuardedAddress[]): Promise<void> {
    return this.#turn(async () => {
      this.#wanted = addresses;
      await this.#apply();
    });
  }

  guardedNetworks(): Promise<GuardedNetwork[]> {
    return this.#turn(() => listGuarded(this.#netns()));
  }

  restoreChanged(): Promise<string[]> {
    return this.#turn(async () => {
      if (this.#made === null) return [];
      const now = await this.#look();
      const changed = [
        ...(now.rules === this.#made.rules ? [] : ['rules against floods']),
        ...(JSON.stringify(now.networks) === JSON.stringify(this.#made.networks)
          ? []
          : ['which addresses are protected against floods']),
      ];
      if (changed.length > 0) await this.restore();
      return changed;
    });
  }

  sample(addresses: readonly string[]): Promise<void> {
    return this.#turn(async () => {
      this.#sampled = addresses.filter((address) => this.#wanted?.some((one) => one.address === address));
      await this.#netns().nft(lines(sampling(this.#sampled)));
    });
  }

  async received(): Promise<number | null> {
    const pid = await this.#inside();
    return pid === null ? null : packetsReceived(pid);
  }

  async traffic(): Promise<TrafficCounters[]> {
    const kinds = [...TRAFFIC_KINDS, 'passed'] as const;
    const sets = await this.#list(kinds.map((kind) => (v: Version) => counterSet(kind, v)));
    const counters = new Map<string, { kinds: Partial<Record<TrafficKind, Count>>; passed: Count }>();
    for (const [i, kind] of kinds.entries()) {
      for (const { key, packets, bytes } of sets[i] ?? []) {
        const address = this.#applied?.get(key[0] ?? '')?.address;
        if (address === undefined) continue;
        const counter = counters.get(address) ?? { kinds: {}, passed: NONE };
        counters.set(address, counter);
        if (kind === 'passed') counter.passed = { packets, bytes };
        else counter.kinds[kind] = { packets, bytes };
      }
    }
    return [...counters].map(([address, counter]) => ({ address, ...counter }));
  }

  async flows(): Promise<FlowCounter[]> {
    const [flows = [], others = []] = await this.#list([(v) => `flows${v}`, (v) => `flows-other${v}`]);
    return [...flows, ...others].flatMap(({ key: [source = '', to = '', protocol, port], packets, bytes }) => {
      const address = this.#applied?.get(to)?.address;
      return address === undefined
        ? []
        : [{ address, source: sourceOf(source), protocol: Number(protocol), port: Number(port ?? 0), packets, bytes }];
    });
  }

  async blocked(): Promise<BlockedSource[]> {
    const [blocked = []] = await this.#list([(v) => `blocked${v}`]);
    return blocked.flatMap(({ key: [source = '', to = ''], expiresInMs }) => {
      const address = this.#applied?.get(to)?.address;
      return address === undefined ? [] : [{ address, source: sourceOf(source), expiresInMs }];
    });
  }

  /** Elements of both versions, of each. */
  async #list(names: readonly ((version: Version) => string)[]): Promise<Element[][]> {
    if (!this.#applied || this.#applied.size === 0) return names.map(() => []);
    const versions = ([4, 6] as const).filter((v) => this.#wanted?.some(({ version }) => version === v));
    const all = await listSets(
      this.#netns(),
      names.flatMap((name) => versions.map(name)),
    );
    return names.map((name) => versions.flatMap((v) => all.get(name(v)) ?? []));
  }

  async #look(): Promise<{ rules: string; networks: readonly GuardedNetwork[] }> {
    return { rules: await listGuardRules(this.#netns()), networks: await listGuarded(this.#netns()) };
  }

  async #apply(): Promise<void> {
    const proxy = this.#proxy ?? false;
    const base = [`add table ${TABLE}`, ...guardBase(this.#blockSeconds()), ...(proxy ? proxyRules() : [])];
    if (this.#wanted === null) {
      await this.#netns().nft(lines(base));
      this.#made = await this.#look();
      return;
    }
    const wanted = new Map<string, Applied>(
      this.#wanted.map(({ address, version, portMbps, protected: isProtected }) => [
        keyOf(address, version),
        { version, address, speed: isProtected ? portSpeedOf(portMbps) : null },
      ]),
    );
    const before = this.#applied ?? new Map<string, Applied>();
    const speeds = new Set([...wanted.values()].flatMap(({ speed }) => speed ?? []));
    const fresh = this.#applied === null;
    const script = [
      ...(fresh ? [...base, ...emptied()] : []),
      ...speedRules(
        [...speeds].filter((speed) => fresh || !this.#speeds.has(speed)),
        { proxy },
      ),
      ...[...before].flatMap(([key, was]) => changed(key, was, wanted.get(key), 'delete')),
      ...[...wanted].flatMap(([key, now]) => changed(key, now, before.get(key), 'add')),
      ...(fresh ? sampling(this.#sampled) : []),
    ];
    if (script.length > 0) await this.#netns().nft(lines(script));
    if (script.length > 0 || this.#made === null) this.#made = await this.#look();
    this.#applied = wanted;
    this.#speeds = fresh ? speeds : new Set([...this.#speeds, ...speeds]);
  }
}

/** Statements that add or delete what is of an address and not of the other. */
function changed(key: string, one: Applied, other: Applied | undefined, verb: 'add' | 'delete'): string[] {
  const v = one.version;
  const guarded = one.speed !== null && one.speed !== other?.speed;
  const verdict = verb === 'add' && one.speed !== null ? ` : goto ${guardChain(one.speed, v)}` : '';
  return [
    ...(other ? [] : [`${verb} element ${TABLE} local${v} { ${key} }`]),
    ...(guarded
      ? [`${verb} element ${TABLE} guarded${v} { ${key}${verdict} }`, `${verb} element ${TABLE} tracked${v} { ${key} }`]
      : []),
  ];
}

const emptied = (): string[] =>
  ([4, 6] as const).flatMap((v) => [
    `flush set ${TABLE} local${v}`,
    `flush map ${TABLE} guarded${v}`,
    `flush set ${TABLE} tracked${v}`,
  ]);

function sampling(addresses: readonly string[]): string[] {
  return ([4, 6] as const).flatMap((v) => {
    const keys = addresses.filter((address) => address.includes(':') === (v === 6)).map((address) => keyOf(address, v));
    const add = keys.length > 0 ? [`add element ${TABLE} sampled${v} { ${[...new Set(keys)].join(', ')} }`] : [];
    return [`flush set ${TABLE} sampled${v}`, ...add];
  });
}

const sourceOf = (key: string): string => (key.includes(':') ? `${key}/${SERVER_PREFIX}` : key);

const lines = (statements: readonly string[]): string => `${statements.join('\n')}\n`;
