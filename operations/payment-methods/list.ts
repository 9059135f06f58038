import type { Cx } from '@innkeeper/domain/context';
import { listOfferedMethods } from '@innkeeper/domain/payments/methods';
import type { Cents } from '@innkeeper/model/money';

export interface PaymentMethodOffered {
  key: 'balance' | 'card' | 'bank' | 'bitcoin' | 'bitcoin-ln';
  name: string;
  /** Minimum amount of a payment, or `null` if there is none. */
  minimum: Cents | null;
  maximum: Cents | null;
  savesCard: boolean;
}

const BALANCE: PaymentMethodOffered = { key: 'balance', name: 'Balance', minimum: null, maximum: null, savesCard: false };

/** Lists the balance and the usable payment methods of the catalogue. */
export async function listPaymentMethods(cx: Pick<Cx, 'db' | 'settings'>): Promise<readonly PaymentMethodOffered[]> {
  const offered = await listOfferedMethods(cx);
  return [
    BALANCE,
    ...offered.map(({ key, name, minimum, maximum, saves_card: savesCard }) => ({ key, name, minimum, maximum, savesCard })),
  ];
}
