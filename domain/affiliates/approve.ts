/** A conversion whose order can't be refunded as a matter of course any more: its commission is owed. */
import { affiliateCommission } from '@innkeeper/db/ledger';
import { addToSums, lockAffiliate } from '@innkeeper/db/tables/affiliates';
import { decimal } from '@innkeeper/model/money';
import { sql } from 'kysely';
import { audit } from '../audit.ts';
import type { Cx, MutatingCx } from '../context.ts';

/** Those of an account whose payment is disputed wait: it may not have paid at all. So does what a queued refund may change. */
const APPROVABLE = sql`from affiliate_conversions c
  join orders o on o.id = c.order_id join ledger_accounts l on l.account_id = o.account_id
  where c.status = 'pending' and l.orders_frozen_at is null
    and not exists (select from affiliate_due d where d.order_id = c.order_id)`;

/** The longest due first. */
export async function approvable({ db, clock }: Cx, except: readonly number[], limit: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id ${APPROVABLE} and c.approve_at <= ${clock.now()} and c.id <> all(${[...except]}::int[])
    order by c.approve_at limit ${limit}`.execute(db);
  return rows;
}

/** Returns whether it was to be approved still. */
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
  await audit(cx, 'affiliate.approved', { kind: 'affiliate_conversion', id, accountId }, { amount: decimal(amount) });
  return true;
}
