/**
 * The rules of the namespace are made of parts, a file each: what is always there, and what a machine adds and removes. Scripts of nftables,
 * pure. Three tables: `bridge innkeeper` sees the frames of every tap, `inet innkeeper` what is routed, `netdev innkeeper` what the gateway
 * itself sends to machines (`aim.ts`).
 *
 * Each script is one transaction. Every statement of `base` and `attach` is an `add`, which is idempotent, or a `flush` before it; nft
 * has no "delete if exists", so a removal adds the object first.
 */
import type { NetworkLimits } from '@innkeeper/model/network-limits';
import type { NicSpec } from '../../port.ts';

/** The table of frames. */
export const L2 = 'bridge innkeeper';
/** The table of routed packets. */
export const L3 = 'inet innkeeper';

/** A machine's network card with its firewalls: their ids, and whether one of them has a rule for what goes out. */
export interface RuledNic extends NicSpec {
  firewalls?: { ids: readonly number[]; out: boolean };
}

export interface RulesPart {
  /** Shared by all machines. Keeps the rules of machines. */
  base(limits: NetworkLimits): string[];
  attach(spec: RuledNic): string[];
  /** Removes everything that `attach` adds. */
  detach(spec: RuledNic): string[];
  /**
   * Before `attach` of a changed spec of the machine: removes what that would not replace, and keeps what counts. Default: `detach`.
   */
  leave?(before: RuledNic, now: RuledNic): string[];
  /** Empties what is chosen by addresses, before all machines are attached again: for when it is not known what the kernel has. */
  forget?(): string[];
}
