import type { InputOf } from '@innkeeper/contract/define';
import type { Operations } from '@innkeeper/contract/operations';
import type { Order } from '@innkeeper/db/schema';
import type { PeriodChange } from '@innkeeper/operations/orders/change-renewal-period';
import type { OrderChanges } from '@innkeeper/operations/orders/update';

export function changesOf(body: InputOf<Operations['updateOrder']>['body']): OrderChanges {
  const { auto_pay: autoPay, payment_method: paymentMethod, promo_code: promoCode } = body;
  return { autoPay, paymentMethod, promoCode };
}

type PeriodInput = Pick<InputOf<Operations['changeRenewalPeriod']>, 'params' | 'body'> & { order: Order };

export function periodChange({ order, params, body }: PeriodInput): PeriodChange {
  const { service_type: serviceType, service_id: serviceId } = params;
  return { order, serviceType, serviceId, billingCycle: body.billing_cycle, promoCode: body.promo_code };
}
