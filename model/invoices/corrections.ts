/** Splits a refund into corrections of original invoices. */
import type { Cents } from '../money/money.ts';

export interface Correctable {
  id: number;
  /** Net amount that no credit note has corrected yet. `vat` is the VAT that no credit note has corrected yet. */
  net: Cents;
  vat: Cents;
}

export interface Correction {
  id: number;
  net: Cents;
  vat: Cents;
}

/**
 * Distributes the refund over the originals in the given order. Each original takes at most what is left of it.
 *
 * Returns `null` if all originals together have less than the refund. No credit note may be issued then, because their sum must not exceed
 * the corrected amount.
 */
export function allocateCorrections(refund: { net: Cents; vat: Cents }, originals: readonly Correctable[]): Correction[] | null {
  let { net, vat } = refund;
  const corrections: Correction[] = [];
  for (const original of originals) {
    const taken = { id: original.id, net: min(net, original.net), vat: min(vat, original.vat) };
    if (taken.net + taken.vat === 0n) continue;
    corrections.push(taken);
    net -= taken.net;
    vat -= taken.vat;
  }
  return net === 0n && vat === 0n ? corrections : null;
}

const min = (a: Cents, b: Cents): Cents => (a < b ? a : b);
