/**
 * Settles orders that were placed before their VAT number was checked. After the check, the invoice is issued, and VAT that was not due is
 * refunded.
 */
import { refund } from '@innkeeper/db/ledger';
import type { Order } from '@innkeeper/db/schema';
import { linesOf, lockOrder, updateOrder } from '@innkeeper/db/tables/orders';
import { findVatCheck, type VatCheck } from '@innkeeper/db/tables/vat-checks';
import { REVERSE_CHARGE, type TaxDecision, VERDICT_VALID_MS } from '@innkeeper/model/vat/decide';
import { vatAreaOf } from '@innkeeper/model/vat/territories';
import { sql } from 'kysely';
import { audit } from '../audit.ts';
import type { Cx, MutatingCx } from '../context.ts';

/** Lists paid orders whose pending VAT number has been checked, oldest first. */
export async function pendingWithVerdict(db: Cx['db'], except: readonly number[], limit: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o where (o.tax ->> 'pending')::boolean and o.paid_at is not null and o.id <> all(${[...except]}::int[])
      and exists (select from vat_checks c where c.account_id = o.account_id and c.vat_number = o.tax #>> '{evidence,vatNumber}'
        and c.verdict <> 'unknown' and c.checked_at > o.created_at - ${VERDICT_VALID_MS} * interval '1 millisecond')
    order by o.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Settles the VAT of an order after its VAT number is checked. For a valid number, reverse charge applies and the remaining VAT is refunded
 * to the balance. Returns whether the order changed.
 */
export async function settlePendingTax(cx: MutatingCx, orderId: number): Promise<boolean> {
  const order = await lockOrder(cx.db, orderId);
  const number = order?.tax.evidence.vatNumber;
  if (!order?.tax.pending || !order.paid_at || !number) return false;
  const check = await findVatCheck(cx.db, order.account_id, number);
  if (!check?.checked_at || check.verdict === 'unknown') return false;
  const corrected = check.verdict === 'valid' ? await refundVat(cx, order, check) : {};
  await updateOrder(cx.db, order.id, { tax: JSON.stringify({ ...order.tax, pending: false, ...corrected }) });
  const details = { vat_number: number, verdict: check.verdict };
  await audit(cx, 'order.vat-settled', { kind: 'order', id: order.id, accountId: order.account_id }, details);
  return true;
}

async function refundVat(cx: MutatingCx, order: Order, check: VatCheck): Promise<Pick<TaxDecision, 'corrected'>> {
  const lines = (await linesOf(cx.db, [order.id])).filter(({ refunded_at }) => refunded_at === null);
  const sum = (of: (line: (typeof lines)[number]) => bigint): bigint => lines.reduce((total, line) => total + of(line), 0n);
  const [net, vat] = [sum((line) => line.net - line.refunded_net), sum((line) => line.vat - line.refunded_vat)];
  const now = cx.clock.now();
  const entry = await refund(cx.db, {
    accountId: order.account_id,
    orderId: order.id,
    net: 0n,
    vat,
    tax: order.tax,
    description: `VAT of order ${order.id}: the VAT number ${check.vat_number} is valid`,
    now,
  });
  if (entry === undefined) return {};
  const ids = lines.map(({ id }) => id);
  await sql`update order_lines set refunded_vat = vat where id = any(${ids}::int[])`.execute(cx.db);
  const proof = { consultation: check.consultation_number, checkedAt: check.checked_at?.toISOString() ?? null };
  const country = vatAreaOf(order.tax.evidence.country);
  return { corrected: { rule: 'reverse-charge', note: REVERSE_CHARGE, country, entry, net: String(net), ...proof } };
}
