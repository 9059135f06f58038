/** Writes how the document was paid, or how to pay it: the seller's account, and a QR code for banking apps. */
import type { InvoiceDocument, PaymentDue } from '@innkeeper/model/invoices/document';
import { clean, describePayment, formatAmount, formatDate, methodName } from '../text.ts';
import { transferPayload } from './epc.ts';
import { decorate, ensureSpace, GREY, LEFT, MARGIN, write } from './page.ts';
import type { Pdf } from './pdf.ts';
import { drawCode } from './qr.ts';

const CODE = 96;

export function writePayment(pdf: Pdf, document: InvoiceDocument): void {
  const { due, paid } = document;
  let y = pdf.y + 14;
  if (paid) {
    if (ensureSpace(pdf, y, 20)) y = MARGIN.top;
    pdf.y = write(pdf, describePayment(document), LEFT, y);
    return;
  }
  if (!due) return;
  if (ensureSpace(pdf, y, CODE + 24)) y = MARGIN.top;
  const payload = due.bank && transferPayload(document, due.bank, due.reference);
  const x = payload ? LEFT + CODE + 18 : LEFT;
  if (payload) decorate(pdf, () => drawCode(pdf, payload, { x: LEFT, y, size: CODE }));
  let at = write(pdf, `Pay by ${methodName(due.method)}`, x, y, { size: 10, bold: true }) + 4;
  for (const [name, value] of rows(document, due)) {
    write(pdf, name, x, at, { color: GREY, width: 80 });
    at = write(pdf, value, x + 84, at) + 1;
  }
  pdf.y = Math.max(at, payload ? y + CODE : at);
}

function rows(document: InvoiceDocument, { method, bank, reference, until }: PaymentDue): [string, string][] {
  const { currency, gross, orders } = document;
  const isTransfer = method === 'bank';
  const all: [string, string | null | undefined][] = [
    ['Where', isTransfer ? null : `on the payment page of order ${orders.join(', ')}`],
    ['Account holder', bank && clean(bank.holder)],
    ['IBAN', bank?.iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ')],
    ['BIC', bank?.bic],
    ['Bank', bank?.name && clean(bank.name)],
    ['Amount', `${currency} ${formatAmount(gross)}`],
    ['Reference', isTransfer ? clean(reference) : null],
    ['Until', until && formatDate(until, document)],
  ];
  return all.filter((row): row is [string, string] => Boolean(row[1]));
}
