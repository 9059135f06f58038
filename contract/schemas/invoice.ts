import { z } from 'zod';
import { about, Id, idList, MoneyNumber, Time } from './primitives.ts';

export const Invoice = z
  .strictObject({
    id: Id.describe('Id of the invoice.'),
    invoice_number: z
      .string()
      .regex(/^\d{10}$/)
      .meta(about('Number of the invoice, 10 digits, without gaps.', '0000000042')),
    created_at: Time.describe('Time of issue.'),
    amount: MoneyNumber.describe('Amount without VAT. Negative for a credit note.'),
    amount_with_vat: MoneyNumber.describe('Amount with VAT at the rate of the account.'),
    type: z
      .enum(['proform', 'original', 'credit-note'])
      .describe('Type: `proform` requests payment, `original` confirms it, `credit-note` corrects an original.'),
    order_ids: z.array(Id).meta(about('Orders of the invoice.', [1])),
  })
  .meta({ id: 'Invoice', description: 'An invoice. The document is downloaded separately.' });
export type Invoice = z.infer<typeof Invoice>;

export const DownloadInvoices = z
  .strictObject({ ids: idList(1, 100).meta(about('Ids of the invoices, 1 to 100.', [1, 2])) })
  .meta({ id: 'DownloadInvoices', description: 'The invoices to put into the archive.' });
