/** Writes the head of the first page: seller, buyer, and the document's type and facts. */
import type { InvoiceDocument, Party } from '@innkeeper/model/invoices/document';
import { clean, formatDate, isolate, TITLES } from '../text.ts';
import { ACCENT, decorate, GREY, INNER, LEFT, MARGIN, RIGHT, write } from './page.ts';
import type { Pdf } from './pdf.ts';

const LOGO = { width: 150, height: 44 };
const COLUMN = 215;

export function writeHead(pdf: Pdf, document: InvoiceDocument, logo: Buffer | undefined): void {
  const { seller, buyer, type } = document;
  const top = MARGIN.top;
  if (!drawLogo(pdf, logo, top))
    write(pdf, clean(seller.name), LEFT, top, { size: 15, bold: true, color: ACCENT, width: COLUMN });
  const factsAt = RIGHT - COLUMN;
  let y = write(pdf, TITLES[type], factsAt, top - 4, { size: 21, bold: true, align: 'right', width: COLUMN });
  y += 10;
  for (const [name, value] of facts(document)) {
    write(pdf, name, factsAt, y, { color: GREY, width: 90 });
    y = write(pdf, value, factsAt + 90, y, { bold: name === 'Number', align: 'right', width: COLUMN - 90 }) + 1;
  }
  // Position of the window of an envelope.
  let left = write(pdf, oneLine(seller), LEFT, 132, { size: 7, color: GREY, width: COLUMN });
  left = write(pdf, clean(buyer.name), LEFT, left + 6, { size: 10.5, bold: true, width: COLUMN });
  for (const line of addressLines(buyer)) left = write(pdf, line, LEFT, left, { size: 10, width: COLUMN });
  y = Math.max(left, y) + 26;
  for (const note of notesOf(document)) y = write(pdf, note, LEFT, y, { width: INNER }) + 3;
  pdf.y = y + (notesOf(document).length > 0 ? 8 : 0);
}

function facts(document: InvoiceDocument): [string, string][] {
  const { number, issued_at, orders, part, paid, due, buyer, type, corrects } = document;
  const rows: [string, string | null | undefined][] = [
    ['Number', number],
    ['Date', formatDate(issued_at, document)],
    [type === 'credit-note' ? 'Refunded on' : 'Paid on', paid && formatDate(paid.at, document)],
    ['Payable until', due?.until && formatDate(due.until, document)],
    [orders.length > 1 ? 'Orders' : 'Order', orders.length > 0 ? orders.join(', ') : null],
    ['Corrects', corrects.length > 0 ? corrects.map((one) => one.number).join(', ') : null],
    ['Document', part.of > 1 ? `${part.n} of ${part.of}` : null],
    ['Your VAT number', buyer.vat_number && clean(buyer.vat_number)],
    ['Your company number', buyer.company_number && clean(buyer.company_number)],
  ];
  return rows.filter((row): row is [string, string] => Boolean(row[1]));
}

const REQUEST = 'This document is a request for payment, not a VAT invoice.';
const ORDER_NOTICE = 'The invoice is issued after payment.';
const DEPOSIT_NOTICE = 'The amount is added to your account balance after payment. No invoice is issued for a deposit.';

function notesOf(document: InvoiceDocument): string[] {
  const { type, corrects, notes, due } = document;
  const corrected = corrects.map(({ number, issued_at }) => `invoice ${number} of ${formatDate(issued_at, document)}`);
  return [
    ...(type === 'proform' ? [`${REQUEST} ${due?.deposit ? DEPOSIT_NOTICE : ORDER_NOTICE}`] : []),
    ...(corrected.length > 0 ? [`This document corrects ${corrected.join(' and ')}.`] : []),
    ...notes.map(clean),
  ];
}

/** Lists the address lines of a party, without empty ones. */
export function addressLines({ address, postal_code, city, country_name }: Party): string[] {
  const place = [postal_code, city].flatMap((part) => (part ? [isolate(clean(part))] : [])).join(' ');
  return [address, place, country_name].map((line) => line && clean(line)).filter((line): line is string => Boolean(line));
}

function oneLine(party: Party): string {
  return [clean(party.name), ...addressLines(party)].map(isolate).join(' · ');
}

/** Draws the logo. Returns whether there is one. */
function drawLogo(pdf: Pdf, logo: Buffer | undefined, y: number): boolean {
  if (!logo) return false;
  decorate(pdf, () => void pdf.image(logo, LEFT, y - 4, { fit: [LOGO.width, LOGO.height] }));
  return true;
}
