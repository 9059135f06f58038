/** Commission of an affiliate for an order, and its reduction by refunds. */
import { affiliateCommission } from '@innkeeper/db/ledger';
import { type AffiliateRow, addToSums, type Conversion, lockAffiliate, type Terms } from '@innkeeper/db/tables/affiliates';
import { commissionOf } from '@innkeeper/model/money/affiliates';
import { type Cents, formatDecimal } from '@innkeeper/model/money/money';
import { days } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';

interface DueEntry {
  id: number;
  kind: string;
  created_at: Date;
  /** Change of the net revenue in cents. Negative for a refund. */
  net: Cents;
}

/**
 * Adds the order's queued entries to its conversion and removes them from the queue in this transaction, so each counts once. Returns
 * whether there were any.
 */
export async function earnByOrder(cx: MutatingCx, orderId: number, terms: Terms): Promise<boolean> {
  const entries = await takeDue(cx, orderId);
  if (entries.length === 0) return false;
  const { affiliate_id, closes_at } = await cx.db
    .selectFrom('orders as o')
    .innerJoin('referrals as r', 'r.account_id', 'o.account_id')
    .innerJoin('accounts as a', 'a.id', 'r.affiliate_id')
    .select(['r.affiliate_id', 'a.closes_at'])
    .where('o.id', '=', orderId)
    .executeTakeFirstOrThrow();
  // Each change of a conversion locks its affiliate, because the sums of the affiliate change with it.
  const affiliate = (await lockAffiliate(cx.db, affiliate_id)) as AffiliateRow;
  let conversion = await cx.db.selectFrom('affiliate_conversions').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  for (const entry of entries) {
    if (entry.net === 0n) continue;
    if (conversion) conversion = await reduceCommission(cx, conversion, entry);
    // A refund of an order paid before the referral belongs to no affiliate. An affiliate whose account is being closed earns no more, as
    // new commission would keep the account from being closed.
    else if (entry.kind === 'payment' && closes_at === null) conversion = await begin(cx, affiliate, { orderId, entry, terms });
  }
  return true;
}

/** Removes the due entries and returns them in ledger order: a payment comes before its refund. */
async function takeDue({ db }: MutatingCx, orderId: number): Promise<DueEntry[]> {
  const { rows } = await sql<DueEntry>`
    with due as (delete from affiliate_due where order_id = ${orderId} returning entry_id)
    select e.id, e.kind, e.created_at, coalesce((
      select sum(p.amount)::bigint from ledger_postings p join ledger_accounts a on a.id = p.ledger_account_id
      where p.entry_id = e.id and a.kind = 'revenue'), 0)::bigint as net
    from due join ledger_entries e on e.id = due.entry_id order by e.id`.execute(db);
  return rows;
}

async function begin(
  { db }: MutatingCx,
  affiliate: AffiliateRow,
  { orderId, entry, terms }: { orderId: number; entry: DueEntry; terms: Terms },
): Promise<Conversion> {
  const { percentage } = affiliate;
  const commission = commissionOf(entry.net, percentage);
  const conversion = await db
    .insertInto('affiliate_conversions')
    .values({
      affiliate_id: affiliate.account_id,
      order_id: orderId,
      percentage,
      net: entry.net,
      commission,
      created_at: entry.created_at,
      approve_at: new Date(entry.created_at.getTime() + days(terms.hold_days)),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await record({ db }, conversion, { entry, commission, reversalId: null });
  await addToSums(db, conversion.affiliate_id, { turnover: entry.net, pending: commission });
  return conversion;
}

/** Reduces the commission after a further refund. An approved commission is reduced from the amount owed. */
async function reduceCommission(cx: MutatingCx, before: Conversion, entry: DueEntry): Promise<Conversion> {
  const refunded = before.refunded - entry.net;
  const commission = commissionOf(before.net - refunded, before.percentage);
  const more = commission - before.commission;
  const owed = before.approved_at !== null;
  const reversalId = owed && more !== 0n ? await reverse(cx, before, more) : null;
  await record(cx, before, { entry, commission: more, reversalId });
  await addToSums(cx.db, before.affiliate_id, { turnover: entry.net, [owed ? 'payable' : 'pending']: more });
  return cx.db
    .updateTable('affiliate_conversions')
    .set({ refunded, commission, ...(refunded === before.net && { status: 'reversed' }) })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function reverse(cx: MutatingCx, { id, affiliate_id: accountId }: Conversion, amount: Cents): Promise<number> {
  const description = `Commission of conversion ${id} after a refund`;
  const entry = await affiliateCommission(cx.db, { accountId, amount, description, now: cx.clock.now() });
  await audit(cx, 'affiliate.reversed', { kind: 'affiliate_conversion', id, accountId }, { amount: formatDecimal(amount) });
  return entry;
}

async function record(
  { db }: Pick<MutatingCx, 'db'>,
  { id }: Conversion,
  { entry, commission, reversalId }: { entry: DueEntry; commission: Cents; reversalId: number | null },
): Promise<void> {
  const row = { entry_id: entry.id, conversion_id: id, net: entry.net, commission, reversal_id: reversalId };
  await db.insertInto('affiliate_movements').values(row).execute();
}
