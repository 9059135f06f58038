/** The scripts of the namespace's rules, put together from their parts. Pure. */
import type { NicSpec } from '../port.ts';
import { antiSpoof } from './rules/anti-spoof.ts';
import { forwarding } from './rules/forwarding.ts';
import { metadata } from './rules/metadata.ts';
import type { RulesPart } from './rules/part.ts';
import { protection } from './rules/protection.ts';
import { routerAdverts } from './rules/router-adverts.ts';
import { wayOut } from './rules/way-out.ts';

/** In the order in which a part may name what another has made. */
const PARTS: readonly RulesPart[] = [antiSpoof, metadata, routerAdverts, wayOut, forwarding, protection];

/** Rules shared by all machines. Keeps the rules of machines. */
export function baseRules(): string {
  return lines(PARTS.flatMap((part) => part.base()));
}

export function attachRules(spec: NicSpec): string {
  return lines(PARTS.flatMap((part) => part.attach(spec)));
}

/** Removes everything that `attachRules` adds. */
export function detachRules(spec: NicSpec): string {
  return lines([...PARTS].reverse().flatMap((part) => part.detach(spec)));
}

function lines(statements: readonly string[]): string {
  return `${statements.join('\n')}\n`;
}
