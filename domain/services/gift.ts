import { childrenOf } from '@innkeeper/db/tables/services';
import { type Cents, withVat } from '@innkeeper/model/money';
import { worthOfGift } from '@innkeeper/model/pricing/moved-end';
import type { MutatingCx } from '../context.ts';
import { taxOf } from '../tax/tax-of.ts';
import { endMovesOf, type Lasting } from './move-end.ts';

/** What its owner would have paid, VAT included, for the time that it and its addons get with this end; 0 for an earlier one. */
export async function giftOf({ db, clock }: Pick<MutatingCx, 'db' | 'clock'>, service: Lasting, until: Date): Promise<Cents> {
  let net = 0n;
  for (const move of endMovesOf(service, await childrenOf(db, service.id), until)) {
    const { expiry_at: before, renew_price: price, billing_cycle: months } = move.service;
    net += worthOfGift(price, before, { anchor: move.anchor, months, expiresAt: move.until });
  }
  if (net === 0n) return 0n;
  // Without an address: it is the staff's, and says nothing of where the owner is.
  const { rateBp } = await taxOf({ db, clock }, service.account_id);
  return withVat(net, rateBp);
}
