/** Approves conversions after the hold period of the affiliate program. The commission is then owed to the affiliate. */
import { affiliateCommission } from '@innkeeper/db/ledger';
import { addToSums, lockAffiliate } from '@innkeeper/db/tables/affiliates';
import { formatDecimal } from '@innkeeper/model/money/money';
import { sql } from 'kysely';
import { audit } from '../audit.ts';
import type { Cx, MutatingCx } from '../context.ts';

/**
 * Selects pending conversions. Excludes accounts with a disputed payment, because the order may turn out to be unpaid. Also excludes orders
 * with a queued ledger entry, which may be a refund.
 */
const APPROVABLE = sql`from affiliate_conversions c
  join orders o on o.id = c.order_id join ledger_accounts l on l.account_id = o.account_id
  where c.status = 'pending' and l.orders_frozen_at is null
    and not exists (select from affiliate_due d where d.order_id = c.order_id)`;

/** Lists at most `limit` conversions that are due for approval, longest overdue first. Skips the ids in `except`. */
export async function approvable({ db, clock }: Cx, except: readonly number[], limit: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id ${APPROVABLE} and c.approve_at <= ${clock.now()} and c.id <> all(${[...except]}::int[])
    order by c.approve_at limit ${limit}`.execute(db);
  return rows;
}

/** Approves a conversion. Returns whether it was still approvable. */
export async function approveConversion(cx: MutatingCx, id: number): Promise<boolean> {
  const { db } = cx;
  const { affiliate_id: accountId } = await db
    .selectFrom('affiliate_conversions')
    .select('affiliate_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await lockAffiliate(db, accountId);
  const { rows } = await sql<{ commission: bigint }>`select c.commission ${APPROVABLE} and c.id = ${id}`.execute(db);
  const [due] = rows;
  if (!due) return false;
  const { commission: amount } = due;
  const now = cx.clock.now();
  const description = `Commission of conversion ${id}`;
  const entry_id = amount === 0n ? null : await affiliateCommission(db, { accountId, amount, description, now });
  await db
    .updateTable('affiliate_conversions')
    .set({ status: 'approved', approved_at: now, entry_id })
    .where('id', '=', id)
    .execute();
  await addToSums(cx.db, accountId, { pending: -amount, payable: amount });
  await audit(cx, 'affiliate.approved', { kind: 'affiliate_conversion', id, accountId }, { amount: formatDecimal(amount) });
  return true;
}
