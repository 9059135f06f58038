import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { sellerTimeZone } from '@innkeeper/db/tables/seller-time-zone';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { monthSpan } from '@innkeeper/model/calendar';
import type { OperatorCx } from '../context.ts';
import { invoicesQuery, invoiceView } from './view.ts';

/** Lists invoices, newest first. A month is one in the time zone of the seller. Throws `not_found` for an unknown account. */
export async function listAllInvoices(
  cx: OperatorCx,
  input: OperatorInput<'listAllInvoices'>,
): Promise<OperatorResult<'listAllInvoices'>> {
  const { account, month, type } = input;
  let query = invoicesQuery(cx.db).orderBy('i.id', 'desc');
  if (account !== undefined) query = query.where('i.account_id', '=', await accountIdOf(cx.db, account));
  if (type !== undefined) query = query.where('i.type', '=', type);
  if (month !== undefined) {
    const { from, to } = monthSpan(month, await sellerTimeZone(cx.db));
    query = query.where('i.issued_at', '>=', from).where('i.issued_at', '<', to);
  }
  return listPage(query, input, invoiceView);
}
