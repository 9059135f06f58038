import type { PaymentMethodInfo } from '@innkeeper/contract/schemas/payment-method';
import type { PaymentMethod } from '@innkeeper/db/schema';
import { type Cents, toDecimalNumber } from '@innkeeper/model/money/money';
import { minimumOf } from '@innkeeper/model/payments/offer';

export function presentPaymentMethod(method: PaymentMethod): PaymentMethodInfo {
  const { key, name, maximum, saves_card } = method;
  return { key, name, minimum: bound(minimumOf(method)), maximum: bound(maximum), saves_card };
}

const bound = (cents: Cents | null): number | null => (cents === null ? null : toDecimalNumber(cents));
