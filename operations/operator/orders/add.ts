import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { covers } from '@innkeeper/db/ledger';
import { holdSpendable } from '@innkeeper/db/ledger/spending';
import { lockOrder } from '@innkeeper/db/tables/orders';
import { audit } from '@innkeeper/domain/audit';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { fulfil } from '@innkeeper/domain/orders/fulfil';
import { payOrder, writeOrder } from '@innkeeper/domain/orders/place';
import { spenderOf, tellOfCrossedCap } from '@innkeeper/domain/orders/spending';
import { Failure } from '@innkeeper/model/failures';
import { decimal, parseDecimal } from '@innkeeper/model/money';
import { fixedStep } from '@innkeeper/model/pricing/explanation';
import { priceLine } from '@innkeeper/model/pricing/line';
import { sumLines } from '@innkeeper/model/pricing/order';
import { accountIdOf } from '../accounts/find.ts';
import type { OperatorCx } from '../context.ts';

/** An order of custom lines, with the VAT of the account. It reserves nothing, so no limit of unpaid orders is asked; nor is a cap. */
export async function addOrder(cx: OperatorCx, input: OperatorInput<'addOrder'>): Promise<OperatorResult<'addOrder'>> {
  const buyer = await buyerOf(cx, await accountIdOf(cx.db, input.account));
  const lines = input.lines.map((text) => {
    const [label = '', amount = ''] = text.split('=');
    const price = priceLine({ steps: [fixedStep(parseDecimal(amount))], tax: buyer.tax });
    return { label: label.trim(), service_type: null, service_id: null, billing_cycle: 0, ...price };
  });
  const held = await holdSpendable(cx.db, spenderOf(cx, buyer.accountId));
  const paid = input.auto_pay && covers(held, sumLines(lines).gross);
  const wanted = { buyer, type: 'custom' as const, lines, autoPay: input.auto_pay };
  const placed = await writeOrder(cx, wanted, paid ? { paid } : { paid, dueMs: cx.settings.orderDueMs });
  await payOrder(cx, placed, () => fulfil(cx, { id: placed.orderId, type: 'custom' }, placed.lines));
  const resource = { kind: 'order', id: placed.orderId, accountId: buyer.accountId };
  await audit(cx, 'addOrder', resource, { net: decimal(placed.net), lines: input.lines.length });
  const order = await lockOrder(cx.db, placed.orderId);
  if (!order) throw new Failure('internal', { internal: 'an order that was just made is gone' });
  if (paid) await tellOfCrossedCap(cx, held, order);
  const { id, account_id, status, net, vat, gross, due_at } = order;
  return { id, account_id, status, net: decimal(net), vat: decimal(vat), gross: decimal(gross), due_at };
}
