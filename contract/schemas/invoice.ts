import { z } from 'zod';
import { about, Id, idList, MoneyNumber, Time } from './primitives.ts';

export const Invoice = z
  .strictObject({
    id: Id.describe('Id of the invoice.'),
    invoice_number: z
      .string()
      .regex(/^\d{10}$/)
      .meta(about('Its number, 10 digits. Invoices are numbered without gaps.', '0000000042')),
    created_at: Time.describe('When it was issued.'),
    amount: MoneyNumber.describe('Its amount without VAT; negative on a credit note.'),
    amount_with_vat: MoneyNumber.describe('The same with VAT at the rate of the account.'),
    type: z
      .enum(['proform', 'original', 'credit-note'])
      .describe('`proform` asks for payment, `original` confirms it, `credit-note` corrects an original.'),
    order_ids: z.array(Id).meta(about('Orders that it is for.', [1])),
  })
  .meta({ id: 'Invoice', description: 'An invoice; the document itself is downloaded.' });
export type Invoice = z.infer<typeof Invoice>;

export const DownloadInvoices = z
  .strictObject({ ids: idList(1, 100).meta(about('Ids of the invoices, 1 to 100.', [1, 2])) })
  .meta({ id: 'DownloadInvoices', description: 'The invoices to put into the archive.' });
