/**
 * Counts traffic to a node's addresses and blocks sources that flood them. The kernel does both on its own. Callers only set which
 * addresses are guarded, and read the results.
 */

import type { Flow } from '@innkeeper/model/attacks/shares';
import type { Count, TrafficKind } from '@innkeeper/model/attacks/traffic';
import type { AddressSpec } from '../../nic.ts';

export interface GuardedAddress extends Pick<AddressSpec, 'address' | 'version'> {
  /** Port speed in megabits per second, which sets the limits. */
  portMbps: number;
  /** True if sources that flood the address are blocked. Traffic is counted in any case. */
  protected: boolean;
}

/**
 * Traffic counters of an address, or of an IPv6 prefix. A counter that decreased was restarted. Addresses without recent traffic are
 * absent.
 */
export interface TrafficCounters {
  address: string;
  kinds: Partial<Record<TrafficKind, Count>>;
  /** Traffic that was let through. */
  passed: Count;
}

/** Counter of a flow, with the same semantics. If the address is sampled, only one packet in `SAMPLED` is counted. */
export interface FlowCounter extends Flow {
  address: string;
}

export interface BlockedSource {
  address: string;
  /** Address, or 64-bit IPv6 prefix such as `2001:db8:1:2::/64`. */
  source: string;
  /** Time in milliseconds until the block ends. */
  expiresInMs: number;
}

/** A guarded network in the kernel's form: `198.51.100.7/32`, or a 64-bit IPv6 prefix. */
export interface GuardedNetwork {
  network: string;
  protected: boolean;
}

/** Sampling ratio under load: one packet in this many is counted. */
export const SAMPLING_RATIO = 64;

export interface FloodFilterPort {
  /** Reason why this network neither counts nor blocks, or `null` if it does. */
  readonly unsupported: string | null;
  /** Replaces the node's guarded addresses. Idempotent. Addresses that stay keep their counters and blocks. */
  setAddresses(addresses: readonly GuardedAddress[]): Promise<void>;
  /** Lists the networks guarded in the kernel, regardless of who set them. */
  guardedNetworks(): Promise<GuardedNetwork[]>;
  /** Repairs what others changed. Returns descriptions of the changes for the operator. */
  restoreChanged(): Promise<string[]>;
  /** Returns the packets received by the node's network on all addresses, or `null` if unknown. Very cheap. The counter may restart. */
  received(): Promise<number | null>;
  traffic(): Promise<TrafficCounters[]>;
  flows(): Promise<FlowCounter[]>;
  blocked(): Promise<BlockedSource[]>;
  /** Replaces the addresses whose flows are sampled, with one packet in `SAMPLED` counted. */
  sample(addresses: readonly string[]): Promise<void>;
}
