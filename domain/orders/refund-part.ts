/** Part of what was paid for a service goes back to the balance, since less of it is used. */
import { refund } from '@innkeeper/db/ledger';
import { addToRefunded, refundableLines } from '@innkeeper/db/tables/orders';
import type { Cents } from '@innkeeper/model/money';
import { allocateRefund, type RefundPart } from '@innkeeper/model/pricing/refund';
import type { TaxDecision } from '@innkeeper/model/vat/decide';
import type { Cx, MutatingCx } from '../context.ts';

/** With the tax that was paid, which comes back with it. */
export interface TaxedRefund extends RefundPart {
  tax: TaxDecision;
}

/** Of which lines a refund of `net` cents is. Exact for who holds the service's row. */
export async function refundParts({ db }: Pick<Cx, 'db'>, serviceId: number, net: Cents): Promise<TaxedRefund[]> {
  if (net <= 0n) return [];
  const lines = await refundableLines(db, serviceId);
  return allocateRefund(lines, net).map((part) => ({
    ...part,
    tax: lines.find(({ id }) => id === part.line_id)?.tax as TaxDecision,
  }));
}

/** `why`: the end of a sentence. */
export async function refundToBalance(
  cx: MutatingCx,
  accountId: number,
  parts: readonly TaxedRefund[],
  why: string,
): Promise<void> {
  for (const { order_id: orderId, line_id, net, vat, tax } of parts) {
    const description = `Refund of order ${orderId}: ${why}`;
    await refund(cx.db, { accountId, orderId, net, vat, tax, description, now: cx.clock.now() });
    await addToRefunded(cx.db, line_id, { net, vat });
  }
}
