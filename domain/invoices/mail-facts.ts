/** The facts of issued documents, which mails report. */
import type { NewInvoice } from '@innkeeper/db/tables/invoices/issue';
import type { InvoiceType } from '@innkeeper/model/invoices/document';
import { type MailFact, ON_PAYMENT_PAGE_MS } from '@innkeeper/model/mail/facts';
import type { NewMailFact } from '../mail/due.ts';

const KINDS: { readonly [Type in InvoiceType]: MailFact } = {
  proform: 'order-waiting',
  original: 'order-paid',
  'credit-note': 'order-refunded',
};

/** Returns the facts of a document of an order. `at`: time of what the document is about, which may be long before its date. */
export function factsOf({ row, document, orderIds }: NewInvoice, at: Date): NewMailFact[] {
  const { account_id: accountId, entry_id } = row;
  const isOnPage = document.type === 'proform' && document.due !== null && document.due.method !== 'bank';
  return orderIds.map((orderId) => ({
    ...{ kind: KINDS[document.type], accountId, orderId, at, ids: typeof entry_id === 'number' ? [entry_id] : [] },
    ...(isOnPage && { delayMs: ON_PAYMENT_PAGE_MS }),
  }));
}
