import type { PaymentMethodInfo } from '@innkeeper/contract/schemas/payment-method';
import type { PaymentMethod } from '@innkeeper/db/schema';
import { type Cents, toDecimalNumber } from '@innkeeper/model/money/money';

export function presentPaymentMethod({ key, name, minimum, maximum, saves_card }: PaymentMethod): PaymentMethodInfo {
  return { key, name, minimum: bound(minimum), maximum: bound(maximum), saves_card };
}

const bound = (cents: Cents | null): number | null => (cents === null ? null : toDecimalNumber(cents));
