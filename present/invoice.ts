import type { Invoice } from '@innkeeper/contract/schemas/invoice';
import type { ListedInvoice } from '@innkeeper/db/tables/invoices/list';
import { invoiceNumber } from '@innkeeper/model/invoices/document';
import { toDecimalNumber } from '@innkeeper/model/money/money';
import { iso } from './time.ts';

export function presentInvoice({ id, type, number, issued_at, net, gross, order_ids }: ListedInvoice): Invoice {
  return {
    id,
    invoice_number: invoiceNumber(type, number),
    created_at: iso(issued_at),
    amount: toDecimalNumber(net),
    amount_with_vat: toDecimalNumber(gross),
    type,
    order_ids,
  };
}
