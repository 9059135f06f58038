/**
 * The VAT breakdown of a document.
 *
 * VAT is rounded once per line (model/money/money.ts). The VAT of a group is therefore the sum of its lines. It may differ from base times rate
 * by half a cent per line. EN 16931 checks base times rate (BR-CO-17, BR-S-09) and tolerates a difference of less than 1.00. Lines beyond
 * that go into a further document (`partsOf`). Ledger and invoice then agree to the cent, and each document is valid.
 */
import { type Cents, vatOf } from '../money/money.ts';
import type { LineTax } from './document.ts';

export interface TaxedLine extends LineTax {
  net: Cents;
  vat: Cents;
}

export interface Group extends LineTax {
  base: Cents;
  vat: Cents;
}

/** Exclusive limit in cents of the difference between VAT and base times rate. */
const TOLERANCE: Cents = 100n;

/** Returns one group for each category, rate and reason, in order of first appearance. */
export function vatGroups(lines: readonly TaxedLine[]): Group[] {
  const groups = new Map<string, Group>();
  for (const line of lines) {
    const group = groups.get(keyOf(line));
    if (group) {
      group.base += line.net;
      group.vat += line.vat;
    } else {
      const { category, rate_bp, reason, net, vat } = line;
      groups.set(keyOf(line), { category, rate_bp, reason, base: net, vat });
    }
  }
  return [...groups.values()];
}

/** Returns whether EN 16931 accepts the VAT of a group. */
export function isTolerated({ base, vat, rate_bp }: Group): boolean {
  const difference = vat - vatOf(base, rate_bp);
  return difference < TOLERANCE && -difference < TOLERANCE;
}

/**
 * Returns the lines of each document. One document holds all lines, unless the rounding of very many lines adds up to more than EN 16931
 * tolerates.
 */
export function splitByTolerance<Line extends TaxedLine>(lines: readonly Line[]): Line[][] {
  if (vatGroups(lines).every(isTolerated)) return [[...lines]];
  const parts: Line[][] = [];
  let part: Line[] = [];
  let groups = new Map<string, Group>();
  for (const line of lines) {
    const grown = addTo(groups.get(keyOf(line)), line);
    if (isTolerated(grown)) {
      groups.set(keyOf(line), grown);
      part.push(line);
    } else {
      parts.push(part);
      part = [line];
      groups = new Map([[keyOf(line), addTo(undefined, line)]]);
    }
  }
  return [...parts, part];
}

function addTo(group: Group | undefined, { net, vat, category, rate_bp, reason }: TaxedLine): Group {
  return { category, rate_bp, reason, base: (group?.base ?? 0n) + net, vat: (group?.vat ?? 0n) + vat };
}

const keyOf = ({ category, rate_bp, reason }: LineTax): string => `${category} ${rate_bp} ${reason ?? ''}`;
