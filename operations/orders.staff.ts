import { covers } from '@innkeeper/db/ledger';
import { lockSpendable } from '@innkeeper/db/ledger/spending';
import { lockOrder } from '@innkeeper/db/tables/orders';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { audit } from '@innkeeper/domain/audit';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { fulfil } from '@innkeeper/domain/orders/fulfil';
import { payOrder, writeOrder } from '@innkeeper/domain/orders/place';
import { notifyOfExceededCap, spenderOf } from '@innkeeper/domain/spending';
import { Failure } from '@innkeeper/model/failures';
import { formatDecimal, parseDecimal } from '@innkeeper/model/money/money';
import { fixedStep } from '@innkeeper/model/pricing/explanation';
import { priceLine } from '@innkeeper/model/pricing/line';
import { sumLines } from '@innkeeper/model/pricing/order';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/**
 * Places an order of custom lines, with the VAT of the account. It reserves nothing, so neither the limit of unpaid orders nor a spending
 * cap applies.
 */
export async function addOrder(cx: StaffCx, input: StaffInput<'addOrder'>): Promise<StaffReply<'addOrder'>> {
  const buyer = await buyerOf(cx, await accountIdOf(cx.db, input.account));
  const lines = input.lines.map((text) => {
    const [label = '', amount = ''] = text.split('=');
    const price = priceLine({ steps: [fixedStep(parseDecimal(amount))], tax: buyer.tax });
    return { label: label.trim(), service_type: null, service_id: null, billing_cycle: 0, ...price };
  });
  const spendable = await lockSpendable(cx.db, spenderOf(cx, buyer.accountId));
  const paid = input.auto_pay && covers(spendable, sumLines(lines).gross);
  const request = { buyer, type: 'custom' as const, lines, autoPay: input.auto_pay };
  const placed = await writeOrder(cx, request, paid ? { paid } : { paid, dueMs: cx.settings.orderDueMs });
  await payOrder(cx, placed, () => fulfil(cx, { id: placed.orderId, type: 'custom' }, placed.lines));
  const resource = { kind: 'order', id: placed.orderId, accountId: buyer.accountId };
  await audit(cx, 'addOrder', resource, { net: formatDecimal(placed.net), lines: input.lines.length });
  const order = await lockOrder(cx.db, placed.orderId);
  if (!order) throw new Failure('internal', { internal: 'an order that was just made is gone' });
  if (paid) await notifyOfExceededCap(cx, spendable, order);
  const { id, account_id, status, net, vat, gross, due_at } = order;
  return { id, account_id, status, net: formatDecimal(net), vat: formatDecimal(vat), gross: formatDecimal(gross), due_at };
}
