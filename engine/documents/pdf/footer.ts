/** Writes the footer of each page once all pages exist: the seller in full, the document's number, and the page number. */
import type { InvoiceDocument, Seller } from '@innkeeper/model/invoices/document';
import { clean, TITLES } from '../text.ts';
import { addressLines } from './head.ts';
import { BOTTOM, GREY, INNER, LEFT, RIGHT, rule, write } from './page.ts';
import type { Pdf } from './pdf.ts';

const STYLE = { size: 7, color: GREY };
const COLUMN = INNER / 3;

export function writeFooters(pdf: Pdf, document: InvoiceDocument): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page);
    // Otherwise a text this far below would start another page.
    pdf.page.margins.bottom = 0;
    const y = BOTTOM + 18;
    rule(pdf, y);
    for (const [i, column] of columns(document.seller, document).entries()) {
      let at = y + 8;
      for (const line of column) at = write(pdf, line, LEFT + i * COLUMN, at, { ...STYLE, width: COLUMN - 12 });
    }
    const label = `${TITLES[document.type]} ${document.number}   ·   Page ${page - start + 1} of ${count}`;
    write(pdf, label, RIGHT - 240, 842 - 24, { ...STYLE, align: 'right', width: 240 });
  }
}

function columns(seller: Seller, { due }: InvoiceDocument): string[][] {
  const rows = (...all: (string | null | undefined)[]): string[] => all.flatMap((text) => (text ? [clean(text)] : []));
  return [
    rows(seller.name, ...addressLines(seller)),
    rows(
      seller.vat_number && `VAT number ${seller.vat_number}`,
      seller.company_number && `Company number ${seller.company_number}`,
      seller.email,
    ),
    rows(due?.bank?.name, due?.bank && `IBAN ${due.bank.iban}`, due?.bank?.bic && `BIC ${due.bank.bic}`),
  ];
}
