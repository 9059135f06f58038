/**
 * The VAT breakdown of a document. VAT is rounded once per line (model/money.ts), so the VAT of a group is the sum of its lines and may differ from
 * its base times the rate by half a cent a line. EN 16931 checks the latter (BR-CO-17, BR-S-09), and tolerates less than 1.00: lines
 * that would go beyond go into a further document (`partsOf`), so that ledger and invoice agree to the cent and each document is valid.
 */
import { type Cents, vatOf } from '../money.ts';
import type { LineTax } from './document.ts';

export interface TaxedLine extends LineTax {
  net: Cents;
  vat: Cents;
}

export interface Group extends LineTax {
  base: Cents;
  vat: Cents;
}

/** In units of the currency: what the rules tolerate between VAT and base times rate, itself not included. */
const TOLERANCE: Cents = 100n;

/** One group for each category, rate and reason, in the order in which they first appear. */
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

/** Whether the rules accept the VAT of a group. */
export function isTolerated({ base, vat, rate_bp }: Group): boolean {
  const difference = vat - vatOf(base, rate_bp);
  return difference < TOLERANCE && -difference < TOLERANCE;
}

/** The lines of each document: all in one, unless the roundings of very many would add up to what no rule tolerates. */
export function partsOf<Line extends TaxedLine>(lines: readonly Line[]): Line[][] {
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
