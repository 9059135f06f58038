/** Which originals a refund corrects, and by how much. */
import type { Cents } from '../money.ts';

export interface Correctable {
  id: number;
  /** What no credit note has taken back yet. */
  net: Cents;
  vat: Cents;
}

export interface Correction {
  id: number;
  net: Cents;
  vat: Cents;
}

/**
 * Takes the refund from the originals in the order given, as much of each as there is left. Null when all of them together have less: then
 * nothing may be issued, since no sum of credit notes may exceed what they correct.
 */
export function correctionsOf(refund: { net: Cents; vat: Cents }, originals: readonly Correctable[]): Correction[] | null {
  let { net, vat } = refund;
  const corrections: Correction[] = [];
  for (const original of originals) {
    const taken = { id: original.id, net: least(net, original.net), vat: least(vat, original.vat) };
    if (taken.net + taken.vat === 0n) continue;
    corrections.push(taken);
    net -= taken.net;
    vat -= taken.vat;
  }
  return net === 0n && vat === 0n ? corrections : null;
}

const least = (a: Cents, b: Cents): Cents => (a < b ? a : b);
