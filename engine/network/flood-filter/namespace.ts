/** Counts traffic and blocks sources with nftables in a node's namespace. */
import { type PortSpeed, portSpeedOf } from '@innkeeper/model/attacks/limits';
import { type Count, NO_TRAFFIC, TRAFFIC_KINDS, type TrafficKind } from '@innkeeper/model/attacks/traffic';
import { networkOf, SERVER_PREFIX } from '@innkeeper/model/net/ip-networks';
import type { Netns } from '../netns.ts';
import { type Element, listSets } from './listing.ts';
import { listGuarded, listGuardRules } from './networks.ts';
import type { BlockedSource, FloodFilterPort, FlowCounter, GuardedAddress, GuardedNetwork, TrafficCounters } from './port.ts';
import { packetsReceived } from './received.ts';
import { counterSet, floodFilterBase, guardChain, proxyProbe, proxyRules, speedRules, TABLE } from './rules.ts';

type Version = 4 | 6;

/** Returns the kernel's key of an address: for IPv6 its first 64 bits. */
const keyOf = (address: string, version: Version): string =>
  version === 4 ? address : (networkOf(address, SERVER_PREFIX).split('/')[0] ?? address);

interface AppliedAddress {
  version: Version;
  address: string;
  /** Speed of the port, or `null` if the address is not protected. */
  speed: PortSpeed | null;
}

export class NamespaceFloodFilter implements FloodFilterPort {
  readonly unsupported = null;
  readonly #netns: () => Netns;
  /** Serializes operations, because each changes the namespace. */
  readonly #turn: <T>(act: () => Promise<T>) => Promise<T>;
  readonly #inside: () => Promise<number | null>;
  readonly #blockSeconds: () => number;
  /**
   * Addresses to guard, or `null` before the first call of `guard`. The kernel keeps the configuration of an earlier process before that.
   */
  #desired: readonly GuardedAddress[] | null = null;
  #sampled: readonly string[] = [];
  /** Applied addresses by key, or `null` if the kernel's state is unknown. */
  #applied: Map<string, AppliedAddress> | null = null;
  #speeds = new Set<PortSpeed>();
  /** State of the kernel after the last change, or `null` before it. */
  #made: { rules: string; networks: readonly GuardedNetwork[] } | null = null;
  /** True if the kernel has a SYN proxy, or `null` before the test. */
  #proxy: boolean | null = null;

  /** Creates the guard. `inside` returns a process in the namespace, through which the kernel shows the counters of its network. */
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

  /** Restores everything that may be lost. Called while the namespace is being opened. */
  async restore(): Promise<void> {
    this.#applied = null;
    this.#proxy ??= (await this.#netns().attempt('nft', ['-f', '-'], { input: lines(proxyProbe()) })).code === 0;
    await this.#apply();
    // A packet of an unknown connection completes a handshake with the proxy. It must not create a connection on its own.
    const loose = 'netfilter/nf_conntrack_tcp_loose';
    if (this.#proxy && (await this.#netns().readSysctl(loose)) === '1') await this.#netns().writeSysctl(loose, '0');
  }

  setAddresses(addresses: readonly GuardedAddress[]): Promise<void> {
    return this.#turn(async () => {
      this.#desired = addresses;
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
      this.#sampled = addresses.filter((address) => this.#desired?.some((one) => one.address === address));
      await this.#netns().nft(lines(samplingStatements(this.#sampled)));
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
        const counter = counters.get(address) ?? { kinds: {}, passed: NO_TRAFFIC };
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

  /** Lists the elements of each set, in both address families. */
  async #list(names: readonly ((version: Version) => string)[]): Promise<Element[][]> {
    if (!this.#applied || this.#applied.size === 0) return names.map(() => []);
    const versions = ([4, 6] as const).filter((v) => this.#desired?.some(({ version }) => version === v));
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
    const base = [`add table ${TABLE}`, ...floodFilterBase(this.#blockSeconds()), ...(proxy ? proxyRules() : [])];
    if (this.#desired === null) {
      await this.#netns().nft(lines(base));
      this.#made = await this.#look();
      return;
    }
    const desired = new Map<string, AppliedAddress>(
      this.#desired.map(({ address, version, portMbps, protected: isProtected }) => [
        keyOf(address, version),
        { version, address, speed: isProtected ? portSpeedOf(portMbps) : null },
      ]),
    );
    const before = this.#applied ?? new Map<string, AppliedAddress>();
    const speeds = new Set([...desired.values()].flatMap(({ speed }) => speed ?? []));
    const fresh = this.#applied === null;
    const script = [
      ...(fresh ? [...base, ...flushStatements()] : []),
      ...speedRules(
        [...speeds].filter((speed) => fresh || !this.#speeds.has(speed)),
        { proxy },
      ),
      ...[...before].flatMap(([key, was]) => changed(key, was, desired.get(key), 'delete')),
      ...[...desired].flatMap(([key, now]) => changed(key, now, before.get(key), 'add')),
      ...(fresh ? samplingStatements(this.#sampled) : []),
    ];
    if (script.length > 0) await this.#netns().nft(lines(script));
    if (script.length > 0 || this.#made === null) this.#made = await this.#look();
    this.#applied = desired;
    this.#speeds = fresh ? speeds : new Set([...this.#speeds, ...speeds]);
  }
}

/** Returns statements that add or delete the elements of `one` that `other` lacks. */
function changed(key: string, one: AppliedAddress, other: AppliedAddress | undefined, verb: 'add' | 'delete'): string[] {
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

const flushStatements = (): string[] =>
  ([4, 6] as const).flatMap((v) => [
    `flush set ${TABLE} local${v}`,
    `flush map ${TABLE} guarded${v}`,
    `flush set ${TABLE} tracked${v}`,
  ]);

function samplingStatements(addresses: readonly string[]): string[] {
  return ([4, 6] as const).flatMap((v) => {
    const keys = addresses.filter((address) => address.includes(':') === (v === 6)).map((address) => keyOf(address, v));
    const add = keys.length > 0 ? [`add element ${TABLE} sampled${v} { ${[...new Set(keys)].join(', ')} }`] : [];
    return [`flush set ${TABLE} sampled${v}`, ...add];
  });
}

const sourceOf = (key: string): string => (key.includes(':') ? `${key}/${SERVER_PREFIX}` : key);

const lines = (statements: readonly string[]): string => `${statements.join('\n')}\n`;
