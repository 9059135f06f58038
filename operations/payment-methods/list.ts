import type { Cents } from '@innkeeper/model/money';

export interface PaymentMethodOffered {
  key: 'balance';
  name: string;
  /** Of one payment; null: no bound. */
  minimum: Cents | null;
  maximum: Cents | null;
  savesCard: boolean;
}

/** What orders can be paid with here: no gateway is there yet, so the balance alone. */
export async function listPaymentMethods(): Promise<readonly PaymentMethodOffered[]> {
  return [{ key: 'balance', name: 'Balance', minimum: null, maximum: null, savesCard: false }];
}
