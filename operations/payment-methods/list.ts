import type { Cx } from '@innkeeper/domain/context';
import type { Cents } from '@innkeeper/model/money';

export interface PaymentMethodOffered {
  key: 'balance' | 'card' | 'bank' | 'bitcoin' | 'bitcoin-ln';
  name: string;
  /** Of one payment; null: no bound. */
  minimum: Cents | null;
  maximum: Cents | null;
  savesCard: boolean;
}

const BALANCE: PaymentMethodOffered = { key: 'balance', name: 'Balance', minimum: null, maximum: null, savesCard: false };

/** What orders can be paid with here: the balance, and what the catalogue offers. */
export async function listPaymentMethods({ db }: Pick<Cx, 'db'>): Promise<readonly PaymentMethodOffered[]> {
  const offered = await db
    .selectFrom('payment_methods')
    .select(['key', 'name', 'minimum', 'maximum', 'saves_card as savesCard'])
    .where('enabled', '=', true)
    .orderBy('position')
    .orderBy('key')
    .execute();
  return [BALANCE, ...offered];
}
