/** How a decision about VAT is written on a document. */
import type { LineTax } from './document.ts';

/** What of a decision matters here. */
export interface Decided {
  rule: string;
  rateBp: number;
  /** The law's words, literally. */
  note: string | null;
}

/** What the law wants written: literally, in whatever language the rest is (Art. 226 of Directive 2006/112/EC). */
const REVERSE_CHARGE = 'Reverse charge';
const OUTSIDE = 'Not subject to VAT: supplied outside the European Union (Articles 44 and 59 of Directive 2006/112/EC)';

export function lineTax({ rule, rateBp, note }: Decided): LineTax {
  if (rateBp > 0) return { category: 'S', rate_bp: rateBp, reason: null };
  if (rule === 'reverse-charge') return { category: 'AE', rate_bp: 0, reason: note ?? REVERSE_CHARGE };
  if (rule === 'outside-eu') return { category: 'O', rate_bp: 0, reason: note ?? OUTSIDE };
  return note === null ? { category: 'Z', rate_bp: 0, reason: null } : { category: 'E', rate_bp: 0, reason: note };
}
