import type { InputOf } from '@innkeeper/contract/define';
import type { Operations } from '@innkeeper/contract/operations';
import type { OrderChanges } from '@innkeeper/operations/orders/update';

export function changesOf(body: InputOf<Operations['updateOrder']>['body']): OrderChanges {
  const { auto_pay: autoPay, payment_method: paymentMethod, promo_code: promoCode } = body;
  return { autoPay, paymentMethod, promoCode };
}
