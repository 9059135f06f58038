/** The scripts of the namespace's rules, put together from their parts. Pure. */
import type { NetworkLimits } from '@innkeeper/model/network-limits';
import type { Firewalls } from '../firewalls.ts';
import type { NicSpec } from '../port.ts';
import { aim } from './rules/aim.ts';
import { antiSpoof } from './rules/anti-spoof.ts';
import { bounds } from './rules/bounds.ts';
import { delivery } from './rules/delivery.ts';
import { allFirewalls, firewallChanges, firewallRules } from './rules/firewalls.ts';
import { forwarding } from './rules/forwarding.ts';
import { metadata } from './rules/metadata.ts';
import type { RuledNic, RulesPart } from './rules/part.ts';
import { protection } from './rules/protection.ts';
import { routerAdverts } from './rules/router-adverts.ts';
import { wayOut } from './rules/way-out.ts';

/** In the order in which a part may name what another has made. */
const PARTS: readonly RulesPart[] = [
  antiSpoof,
  delivery,
  aim,
  metadata,
  routerAdverts,
  wayOut,
  firewallRules,
  forwarding,
  bounds,
  protection,
];

/** Rules shared by all machines. Keeps the rules of machines. */
export function baseRules(limits: NetworkLimits): string {
  return lines(PARTS.flatMap((part) => part.base(limits)));
}

export function attachRules(spec: RuledNic): string {
  return lines(PARTS.flatMap((part) => part.attach(spec)));
}

/** Removes everything that `attachRules` adds. */
export function detachRules(spec: RuledNic): string {
  return lines([...PARTS].reverse().flatMap((part) => part.detach(spec)));
}

/** Makes exactly these firewalls, whatever there was. `there`: names of the chains that there are. Goes with the base and all machines. */
export function exactFirewalls(now: Firewalls, nics: readonly NicSpec[], there: readonly string[]): string {
  return lines(allFirewalls(now, nics, there));
}

/** From firewalls that are in force to others; nothing where both are the same to the machines that are attached. */
export function changedFirewalls(before: Firewalls, now: Firewalls, nics: readonly NicSpec[]): string {
  return lines(firewallChanges(before, now, nics));
}

/** Machines whose specs change, all in one transaction: what some lose first, since others may get it. */
export function changeRules(changes: readonly { before: RuledNic; now: RuledNic }[]): string {
  const left = changes.flatMap(({ before, now }) =>
    [...PARTS].reverse().flatMap((part) => part.leave?.(before, now) ?? part.detach(before)),
  );
  return lines([...left, ...changes.flatMap(({ now }) => PARTS.flatMap((part) => part.attach(now)))]);
}

/** All machines, whatever the kernel has of their addresses: goes with the base and the firewalls, in one transaction. */
export function rebuildRules(specs: readonly RuledNic[]): string {
  return lines([
    ...PARTS.flatMap((part) => part.forget?.() ?? []),
    ...specs.flatMap((spec) => PARTS.flatMap((part) => part.attach(spec))),
  ]);
}

function lines(statements: readonly string[]): string {
  return `${statements.join('\n')}\n`;
}
