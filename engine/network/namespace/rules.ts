/** Assembles the nftables scripts of the namespace from their parts. Pure. */
import type { NetworkLimits } from '@innkeeper/model/net/network-limits';
import type { NicSpec } from '../../nic.ts';
import type { Firewalls } from '../firewalls.ts';
import { antiSpoof } from './rules/anti-spoof.ts';
import { bounds } from './rules/bounds.ts';
import { delivery } from './rules/delivery.ts';
import { firewallChanges, firewallRules, rebuildFirewalls } from './rules/firewalls.ts';
import { forwarding } from './rules/forwarding.ts';
import { macRewrite } from './rules/mac-rewrite.ts';
import { metadata } from './rules/metadata.ts';
import type { NicWithFirewalls, RulesPart } from './rules/part.ts';
import { protection } from './rules/protection.ts';
import { routerAdverts } from './rules/router-adverts.ts';
import { uplinkChains } from './rules/uplink-chains.ts';

/** Parts in dependency order: a part may refer to objects of earlier parts. */
const PARTS: readonly RulesPart[] = [
  antiSpoof,
  delivery,
  macRewrite,
  metadata,
  routerAdverts,
  uplinkChains,
  firewallRules,
  forwarding,
  bounds,
  protection,
];

/** Returns the rules shared by all machines. Keeps the rules of machines. */
export function baseRules(limits: NetworkLimits): string {
  return lines(PARTS.flatMap((part) => part.base(limits)));
}

export function attachRules(spec: NicWithFirewalls): string {
  return lines(PARTS.flatMap((part) => part.attach(spec)));
}

/** Returns a script that removes everything that `attachRules` adds. */
export function detachRules(spec: NicWithFirewalls): string {
  return lines([...PARTS].reverse().flatMap((part) => part.detach(spec)));
}

/**
 * Returns a script that makes exactly these firewalls, whatever existed before. `there` are the names of the existing chains. Runs together
 * with the base rules and the rules of all machines.
 */
export function exactFirewalls(now: Firewalls, nics: readonly NicSpec[], there: readonly string[]): string {
  return lines(rebuildFirewalls(now, nics, there));
}

/** Returns a script that replaces the firewalls in force. An unchanged set for the attached machines yields no statement. */
export function changedFirewalls(before: Firewalls, now: Firewalls, nics: readonly NicSpec[]): string {
  return lines(firewallChanges(before, now, nics));
}

/** Returns one transaction for machines whose specs change. Removals come first, because other machines may get the removed addresses. */
export function changeRules(changes: readonly { before: NicWithFirewalls; now: NicWithFirewalls }[]): string {
  const left = changes.flatMap(({ before, now }) =>
    [...PARTS].reverse().flatMap((part) => part.removeDifferences?.(before, now) ?? part.detach(before)),
  );
  return lines([...left, ...changes.flatMap(({ now }) => PARTS.flatMap((part) => part.attach(now)))]);
}

/** Returns the rules of all machines, whatever addresses the kernel has. Runs in one transaction with the base rules and firewalls. */
export function rebuildRules(specs: readonly NicWithFirewalls[]): string {
  return lines([
    ...PARTS.flatMap((part) => part.clear?.() ?? []),
    ...specs.flatMap((spec) => PARTS.flatMap((part) => part.attach(spec))),
  ]);
}

function lines(statements: readonly string[]): string {
  return `${statements.join('\n')}\n`;
}
