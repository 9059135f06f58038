/** Writes the totals: net, VAT by rate, and the amount to pay. */
import type { InvoiceDocument, VatGroup } from '@innkeeper/model/invoices/document';
import { clean, formatAmount, formatPercent } from '../text.ts';
import { ACCENT, ensureSpace, GREY, INK, INNER, LEFT, MARGIN, RIGHT, rule, type Style, write } from './page.ts';
import type { Pdf } from './pdf.ts';

const BOX = 270;
const VALUE = 110;

const LAST = {
  original: 'Total',
  'credit-note': 'Total credited',
  proform: 'Total to pay',
} as const;

export function writeTotals(pdf: Pdf, document: InvoiceDocument): void {
  const { vat_groups, currency, type } = document;
  const x = RIGHT - BOX;
  let y = pdf.y + 12;
  if (ensureSpace(pdf, y, 62 + vat_groups.length * 17)) y = MARGIN.top;
  const row = (name: string, value: string, style: Style): void => {
    const below = write(pdf, name, x, y, { ...style, width: BOX - VALUE - 7 });
    write(pdf, value, RIGHT - VALUE - 7, y, { ...style, align: 'right', width: VALUE });
    y = below + 4;
  };
  row('Net', formatAmount(document.net), { color: GREY });
  for (const group of vat_groups) row(vatName(group), formatAmount(group.vat), { color: GREY });
  rule(pdf, y + 1, { from: x, color: INK, width: 0.8 });
  y += 8;
  row(LAST[type], `${currency} ${formatAmount(document.gross)}`, { size: 12, bold: true, color: ACCENT });
  pdf.y = y;
  pdf.y = writeReasons(pdf, vat_groups, y);
}

function vatName({ category, rate_bp, base, reason }: VatGroup): string {
  if (category === 'AE') return 'VAT: reverse charge';
  if (category === 'O') return 'Not subject to VAT';
  if (reason !== null) return 'VAT: exempt';
  return `VAT ${formatPercent(rate_bp)} % on ${formatAmount(base)}`;
}

/** Writes the reasons of VAT exemption, in the literal words of the law. */
function writeReasons(pdf: Pdf, groups: readonly VatGroup[], from: number): number {
  let y = from + 4;
  for (const { reason } of groups) {
    if (reason === null) continue;
    if (ensureSpace(pdf, y, 26)) y = MARGIN.top;
    y = write(pdf, clean(reason), LEFT, y, { bold: true, width: INNER }) + 2;
  }
  return y;
}
