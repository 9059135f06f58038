/**
 * The interface of the parts that make up the namespace's rules. Each file contributes shared rules, and the rules that a machine adds and
 * removes. Parts return nftables scripts and are pure. Three tables exist: `bridge innkeeper` sees the frames of every tap, `inet
 * innkeeper` sees routed packets, and `netdev innkeeper` sees frames from the gateway to machines (`mac-rewrite.ts`).
 *
 * Each script is one transaction. Every statement of `base` and `attach` is an `add`, which is idempotent, or a `flush` before it. nft has
 * no "delete if exists", so a removal adds the object first.
 */
import type { NetworkLimits } from '@innkeeper/model/net/network-limits';
import type { NicSpec } from '../../../nic.ts';

/** Table of frames. */
export const L2 = 'bridge innkeeper';
/** Table of routed packets. */
export const L3 = 'inet innkeeper';

/** A machine's network card with the ids of its firewalls. `out` is whether any of them has an outbound rule. */
export interface NicWithFirewalls extends NicSpec {
  firewalls?: { ids: readonly number[]; out: boolean };
}

export interface RulesPart {
  /** Returns the rules shared by all machines. Keeps the rules of machines. */
  base(limits: NetworkLimits): string[];
  attach(spec: NicWithFirewalls): string[];
  /** Removes everything that `attach` adds. */
  detach(spec: NicWithFirewalls): string[];
  /** Runs before `attach` of a machine's changed spec. Removes what `attach` would not replace, and keeps counters. Defaults to `detach`. */
  removeDifferences?(before: NicWithFirewalls, now: NicWithFirewalls): string[];
  /** Empties all maps and sets keyed by address before all machines are attached again. Used if the kernel's state is unknown. */
  clear?(): string[];
}
