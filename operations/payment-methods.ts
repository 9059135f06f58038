import type { PaymentMethodInfo } from '@innkeeper/contract/schemas/payment-method';
import type { Cx } from '@innkeeper/domain/context';
import { listOfferedMethods } from '@innkeeper/domain/payments/methods';
import { presentPaymentMethod } from '@innkeeper/present/payment-method';
import type { Reply } from './define.ts';

const BALANCE: PaymentMethodInfo = { key: 'balance', name: 'Balance', minimum: null, maximum: null, saves_card: false };

/** Lists the balance and the usable payment methods of the catalogue. */
export async function listPaymentMethods(cx: Pick<Cx, 'db' | 'settings'>): Promise<Reply<'listPaymentMethods'>> {
  const offered = await listOfferedMethods(cx);
  return { data: [BALANCE, ...offered.map(presentPaymentMethod)] };
}
