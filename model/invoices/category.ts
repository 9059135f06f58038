/** Maps a VAT decision to the VAT category of an invoice line. */
import type { LineTax } from './document.ts';

/** The part of a VAT decision that documents need. */
export interface VatDecision {
  rule: string;
  rateBp: number;
  /** Legal text, verbatim. */
  note: string | null;
}

/** Legally required text. Verbatim in documents of every language (Art. 226 of Directive 2006/112/EC). */
const REVERSE_CHARGE = 'Reverse charge';
const OUTSIDE = 'Not subject to VAT: supplied outside the European Union (Articles 44 and 59 of Directive 2006/112/EC)';

/** Returns the VAT category, rate and reason of a line. */
export function lineTax({ rule, rateBp, note }: VatDecision): LineTax {
  if (rateBp > 0) return { category: 'S', rate_bp: rateBp, reason: null };
  if (rule === 'reverse-charge') return { category: 'AE', rate_bp: 0, reason: note ?? REVERSE_CHARGE };
  if (rule === 'outside-eu') return { category: 'O', rate_bp: 0, reason: note ?? OUTSIDE };
  return note === null ? { category: 'Z', rate_bp: 0, reason: null } : { category: 'E', rate_bp: 0, reason: note };
}
