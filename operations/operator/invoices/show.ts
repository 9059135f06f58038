import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { Failure } from '@innkeeper/model/failures';
import { numberOf } from '@innkeeper/model/invoices/document';
import { formatDecimal } from '@innkeeper/model/money';
import type { OperatorCx } from '../context.ts';
import { invoicesQuery, invoiceView } from './view.ts';

/** Returns an invoice by its number. Throws `not_found`. */
export async function showInvoice(
  cx: OperatorCx,
  { number }: OperatorInput<'showInvoice'>,
): Promise<OperatorResult<'showInvoice'>> {
  const parsed = numberOf(number);
  const row =
    parsed &&
    (await invoicesQuery(cx.db).where('i.type', '=', parsed.type).where('i.number', '=', parsed.number).executeTakeFirst());
  if (!row) throw new Failure('not_found', { message: `Invoice ${number} does not exist.` });
  const files = await cx.db
    .selectFrom('invoice_documents')
    .select(['format', 'sha256'])
    .where('invoice_id', '=', row.id)
    .orderBy('format')
    .execute();
  const { buyer, corrects, lines, notes } = row.document;
  const money = (cents: string): string => formatDecimal(BigInt(cents));
  return {
    ...invoiceView(row),
    buyer: [buyer.name, buyer.country, buyer.vat_number].filter(Boolean).join(', '),
    corrects: corrects.map((one) => one.number),
    lines: lines.map(({ label, words, net, vat, gross }) => ({
      label,
      words: [...words],
      net: money(net),
      vat: money(vat),
      gross: money(gross),
    })),
    notes: [...notes],
    files,
  };
}
