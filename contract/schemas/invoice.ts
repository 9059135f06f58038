import { z } from 'zod';
import { Id, idList, MoneyNumber, Time } from './primitives.ts';

export const Invoice = z
  .strictObject({
    id: Id,
    invoice_number: z.string().regex(/^\d{10}$/),
    created_at: Time,
    amount: MoneyNumber,
    amount_with_vat: MoneyNumber,
    type: z.enum(['proform', 'original']),
    order_ids: z.array(Id),
  })
  .meta({ id: 'Invoice' });
export type Invoice = z.infer<typeof Invoice>;

export const DownloadInvoices = z.strictObject({ ids: idList(1, 100) });
