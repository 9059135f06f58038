/** Counts what it is told, and blocks nobody by itself: for tests with a clock of their own. */
import { type Count, NONE, plus, plusTraffic, type Traffic, totalOf } from '@innkeeper/model/attacks/traffic';
import { guardedNetworkOf } from './networks.ts';
import type { BlockedSource, FlowCounter, GuardedAddress, GuardedNetwork, GuardPort, TrafficCounters } from './port.ts';

export class SimulatedGuard implements GuardPort {
  readonly unsupported = null;
  readonly #counters = new Map<string, TrafficCounters>();
  readonly #flows = new Map<string, FlowCounter>();
  /** As they were last set. */
  guarded: readonly GuardedAddress[] = [];
  sampled: readonly string[] = [];
  /** What `blocked` answers. */
  blockedSources: BlockedSource[] = [];

  async guard(addresses: readonly GuardedAddress[]): Promise<void> {
    this.guarded = addresses;
  }

  async sample(addresses: readonly string[]): Promise<void> {
    this.sampled = addresses;
  }

  async guardedNetworks(): Promise<GuardedNetwork[]> {
    return this.guarded.map((one) => ({ network: guardedNetworkOf(one), protected: one.protected }));
  }

  async restoreChanged(): Promise<string[]> {
    return [];
  }

  /** Something comes to an address; nothing of it is dropped unless `passed` says so. */
  receive(address: string, kinds: Traffic, { passed = totalOf(kinds), flows = [] }: Received = {}): void {
    const before = this.#counters.get(address) ?? { address, kinds: {}, passed: NONE };
    this.#counters.set(address, { address, kinds: plusTraffic(before.kinds, kinds), passed: plus(before.passed, passed) });
    for (const flow of flows) {
      const key = [address, flow.source, flow.protocol, flow.port].join(' ');
      this.#flows.set(key, { address, ...flow, ...plus(flow, this.#flows.get(key)) });
    }
  }

  async received(): Promise<number> {
    return [...this.#counters.values()].reduce((sum, { kinds }) => sum + totalOf(kinds).packets, 0);
  }

  async traffic(): Promise<TrafficCounters[]> {
    return this.#of([...this.#counters.values()]);
  }

  async flows(): Promise<FlowCounter[]> {
    return this.#of([...this.#flows.values()]);
  }

  async blocked(): Promise<BlockedSource[]> {
    return this.#of(this.blockedSources);
  }

  #of<Item extends { address: string }>(items: readonly Item[]): Item[] {
    return items.filter(({ address }) => this.guarded.some((one) => one.address === address));
  }
}

interface Received {
  passed?: Count;
  flows?: readonly Omit<FlowCounter, 'address'>[];
}
