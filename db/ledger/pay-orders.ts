/** Pays several orders from the balances of their accounts. One statement inserts all ledger entries. */
import { type Kysely, sql } from 'kysely';
import { type OrderMoney, vatCode } from '../ledger.ts';
import type { Database } from '../schema.ts';

/**
 * Pays each order as `pay` does. Orders that cost nothing get no entry. The caller must hold the locks on the balances, and must have
 * checked that each balance covers its orders. If a balance does not, the database refuses all payments.
 */
export async function payOrders(trx: Kysely<Database>, payments: readonly OrderMoney[]): Promise<void> {
  const paid = payments.filter(({ net, vat }) => net + vat > 0n);
  if (paid.length === 0) return;
  const postings = paid.flatMap(({ accountId, orderId, net, vat, tax }) =>
    [
      { orderId, code: `customer:${accountId}`, amount: -(net + vat) },
      { orderId, code: 'revenue', amount: net },
      { orderId, code: vatCode(tax), amount: vat },
    ].filter(({ amount }) => amount !== 0n),
  );
  await openVatAccounts(
    trx,
    paid.filter(({ vat }) => vat > 0n).map(({ tax }) => vatCode(tax)),
  );
  const entries = paid.map(({ accountId: account_id, orderId: order_id, description, now: created_at }) => ({
    account_id,
    order_id,
    description,
    created_at,
  }));
  await sql`
    with entries as (
      insert into ledger_entries (kind, account_id, order_id, payment_method, description, created_at)
      select 'payment', account_id, order_id, 'balance', description, created_at
      from jsonb_populate_recordset(null::ledger_entries, ${JSON.stringify(entries)}::jsonb)
      returning id, order_id
    )
    insert into ledger_postings (entry_id, ledger_account_id, amount)
    select e.id, a.id, p.amount
    from unnest(${postings.map(({ orderId }) => orderId)}::int[], ${postings.map(({ code }) => code)}::text[],
      ${postings.map(({ amount }) => String(amount))}::bigint[]) as p (order_id, code, amount)
    join entries e using (order_id) join ledger_accounts a using (code)`.execute(trx);
}

/**
 * Opens the VAT accounts that do not exist yet. Opens them in the order of their codes, so that two transactions that each open several do
 * not deadlock.
 */
async function openVatAccounts(trx: Kysely<Database>, codes: readonly string[]): Promise<void> {
  await sql`
    insert into ledger_accounts (code, kind, country, rate_bp)
    select code, 'vat_payable', split_part(code, ':', 2), split_part(code, ':', 3)::integer
    from (select distinct code from unnest(${[...codes]}::text[]) as code) wanted
    where not exists (select from ledger_accounts a where a.code = wanted.code)
    order by code on conflict (code) do nothing`.execute(trx);
}
