/** Part of what was paid for a service goes back to the balance, since less of it is used. */
import { refund } from '@innkeeper/db/ledger';
import type { Service } from '@innkeeper/db/schema';
import { addToRefunded, paidLines, refundableLines } from '@innkeeper/db/tables/orders';
import type { Cents } from '@innkeeper/model/money';
import { paidChange } from '@innkeeper/model/pricing/paid-value';
import { allocateRefund, type RefundPart } from '@innkeeper/model/pricing/refund';
import type { Cx, MutatingCx } from '../context.ts';

/** Of a service or server. */
export type Priced = Pick<Service, 'id' | 'renew_price' | 'discounts' | 'billing_anchor' | 'billing_cycle' | 'expiry_at'>;

/**
 * Of which lines what comes back is when a cycle of the service costs `to` net cents from now on, and less than before; 0: it ends. Exact for
 * who holds the service's row.
 */
export async function refundParts({ db }: Pick<Cx, 'db'>, service: Priced, to: Cents, now: Date): Promise<RefundPart[]> {
  const { id, renew_price: from, discounts, billing_anchor: anchor, billing_cycle: months, expiry_at: expiresAt } = service;
  if (!anchor || !expiresAt || expiresAt <= now || to >= from) return [];
  const term = { anchor, months, expiresAt };
  const valueAt = (at: Date) => -paidChange({ ...term, from, to, now: at }, discounts).net;
  return allocateRefund(await refundableLines(db, id), { term, now, valueAt });
}

/** `why`: the end of a sentence. VAT that went back meanwhile, since it was not due, does not go back again. */
export async function refundToBalance(
  cx: MutatingCx,
  accountId: number,
  parts: readonly RefundPart[],
  why: string,
): Promise<void> {
  const lines = await paidLines(
    cx.db,
    parts.map(({ line_id }) => line_id),
  );
  for (const { order_id: orderId, line_id: lineId, net, vat: paid } of parts) {
    const line = lines.find(({ id }) => id === lineId);
    if (!line) throw new Error(`line ${lineId}, of which ${net} are to be refunded, is not paid`);
    const left = line.vat - line.refunded_vat;
    const vat = paid < left ? paid : left;
    const description = `Refund of order ${orderId}: ${why}`;
    await refund(cx.db, { accountId, orderId, lineId, net, vat, tax: line.tax, description, now: cx.clock.now() });
    await addToRefunded(cx.db, lineId, { net, vat });
  }
}
