/** A guard that counts only the traffic that tests report, and blocks nothing on its own. For tests with their own clock. */
import { addCounts, addTraffic, type Count, NO_TRAFFIC, type Traffic, totalOf } from '@innkeeper/model/attacks/traffic';
import { guardedNetworkOf } from './networks.ts';
import type { BlockedSource, FloodFilterPort, FlowCounter, GuardedAddress, GuardedNetwork, TrafficCounters } from './port.ts';

export class SimulatedFloodFilter implements FloodFilterPort {
  readonly unsupported = null;
  readonly #counters = new Map<string, TrafficCounters>();
  readonly #flows = new Map<string, FlowCounter>();
  /** Addresses as last set. */
  guarded: readonly GuardedAddress[] = [];
  sampled: readonly string[] = [];
  /** Result of `blocked`. */
  blockedSources: BlockedSource[] = [];

  async setAddresses(addresses: readonly GuardedAddress[]): Promise<void> {
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

  /** Simulates traffic to an address. Nothing of it is dropped unless `passed` is less. */
  receive(address: string, kinds: Traffic, { passed = totalOf(kinds), flows = [] }: Received = {}): void {
    const before = this.#counters.get(address) ?? { address, kinds: {}, passed: NO_TRAFFIC };
    this.#counters.set(address, { address, kinds: addTraffic(before.kinds, kinds), passed: addCounts(before.passed, passed) });
    for (const flow of flows) {
      const key = [address, flow.source, flow.protocol, flow.port].join(' ');
      this.#flows.set(key, { address, ...flow, ...addCounts(flow, this.#flows.get(key)) });
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
