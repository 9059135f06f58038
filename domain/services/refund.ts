/** Refunds part of a service's price to the balance when the service becomes cheaper or ends early. */
import { refund } from '@innkeeper/db/ledger';
import type { Service } from '@innkeeper/db/schema';
import { addToRefunded, paidLines, refundableLines } from '@innkeeper/db/tables/orders';
import type { Cents } from '@innkeeper/model/money/money';
import { paidChange } from '@innkeeper/model/pricing/paid-value';
import { allocateRefund, type RefundableLine, type RefundPart } from '@innkeeper/model/pricing/refund';
import { refundDescription } from '@innkeeper/model/services/refund-reasons';
import type { Cx, MutatingCx } from '../context.ts';

/** Fields of a service or server that determine the value of its remaining term. */
export type PricedService = Pick<Service, 'id' | 'renew_price' | 'discounts' | 'billing_anchor' | 'billing_cycle' | 'expiry_at'>;

/**
 * Returns the parts of paid lines to refund if a cycle of the service costs `to` net cents from now on. Empty if the price does not fall.
 * `to` is 0 if the service ends. The result is exact if the caller has locked the service's row.
 */
export async function refundParts({ db }: Pick<Cx, 'db'>, service: PricedService, to: Cents, now: Date): Promise<RefundPart[]> {
  const { renew_price: from, expiry_at: expiresAt } = service;
  if (!expiresAt || expiresAt <= now || to >= from) return [];
  return refundPartsOf(service, await refundableLines(db, service.id), to, now);
}

/** Returns the parts of `refundParts` from the refundable lines of the service, latest first. */
export function refundPartsOf(service: PricedService, lines: readonly RefundableLine[], to: Cents, now: Date): RefundPart[] {
  const { renew_price: from, discounts, billing_anchor: anchor, billing_cycle: months, expiry_at: expiresAt } = service;
  if (!anchor || !expiresAt || expiresAt <= now || to >= from) return [];
  const term = { anchor, months, expiresAt };
  const valueAt = (at: Date) => -paidChange({ ...term, from, to, now: at }, discounts).net;
  return allocateRefund(lines, { term, now, valueAt });
}

/** A refunded part with its entry in the ledger. */
export interface PostedPart {
  line_id: number;
  net: Cents;
  vat: Cents;
  entry_id: number;
}

/**
 * Refunds the parts to the balance. `why` completes the description "Refund of order 7: ...". Refunds at most the VAT that is left on the
 * line, because VAT that was not due may have been refunded in the meantime. Returns what was posted.
 */
export async function refundToBalance(
  cx: MutatingCx,
  accountId: number,
  parts: readonly RefundPart[],
  why: string,
): Promise<PostedPart[]> {
  const lines = await paidLines(
    cx.db,
    parts.map(({ line_id }) => line_id),
  );
  const posted: PostedPart[] = [];
  for (const { order_id: orderId, line_id: lineId, net, vat: paid } of parts) {
    const line = lines.find(({ id }) => id === lineId);
    if (!line) throw new Error(`line ${lineId}, of which ${net} are to be refunded, is not paid`);
    const left = line.vat - line.refunded_vat;
    const vat = paid < left ? paid : left;
    const description = refundDescription(orderId, why);
    const entry = await refund(cx.db, { accountId, orderId, lineId, net, vat, tax: line.tax, description, now: cx.clock.now() });
    await addToRefunded(cx.db, lineId, { net, vat });
    if (entry !== undefined) posted.push({ line_id: lineId, net, vat, entry_id: entry });
  }
  return posted;
}
