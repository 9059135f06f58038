/**
 * What a node's network counts of the traffic to its addresses, and which sources it blocks. The kernel does both by itself; who calls these
 * only sets what is guarded, and reads.
 */

import type { Flow } from '@innkeeper/model/attacks/shares';
import type { Count, TrafficKind } from '@innkeeper/model/attacks/traffic';
import type { AddressSpec } from '../port.ts';

export interface GuardedAddress extends Pick<AddressSpec, 'address' | 'version'> {
  /** By which it is judged. */
  portMbps: number;
  /** Whether sources that flood it are blocked; traffic is counted anyway. */
  protected: boolean;
}

/** Of an address, IPv6 for all of its prefix. Counters since some time: one that fell has restarted. What had none lately is absent. */
export interface TrafficCounters {
  address: string;
  kinds: Partial<Record<TrafficKind, Count>>;
  /** What was let through. */
  passed: Count;
}

/** Likewise a counter; of an address whose flows are sampled, one packet of `SAMPLED` stands for all. */
export interface FlowCounter extends Flow {
  address: string;
}

export interface BlockedSource {
  address: string;
  /** An address, or a prefix of 64 bits of IPv6: `2001:db8:1:2::/64`. */
  source: string;
  /** Until it is let through again. */
  expiresInMs: number;
}

/** As the kernel has it: `198.51.100.7/32`, or a prefix of 64 bits of IPv6. */
export interface GuardedNetwork {
  network: string;
  protected: boolean;
}

/** Of how many packets one is counted in a flow, under load. */
export const SAMPLED = 64;

export interface GuardPort {
  /** Why this network neither counts nor blocks; null: it does. */
  readonly unsupported: string | null;
  /** All addresses of the node, in place of those before. Idempotent; what is counted and blocked of those that stay is kept. */
  guard(addresses: readonly GuardedAddress[]): Promise<void>;
  /** Those that are guarded, whoever set them. */
  guardedNetworks(): Promise<GuardedNetwork[]>;
  /** Makes again what somebody else changed since it was made; what that was, for the operator. */
  restoreChanged(): Promise<string[]>;
  /** Packets that came into the node's network since some time, to whatever address; null: it is not known. Costs next to nothing. */
  received(): Promise<number | null>;
  traffic(): Promise<TrafficCounters[]>;
  flows(): Promise<FlowCounter[]>;
  blocked(): Promise<BlockedSource[]>;
  /** Of whose flows one packet in `SAMPLED` is counted from now on. */
  sample(addresses: readonly string[]): Promise<void>;
}
