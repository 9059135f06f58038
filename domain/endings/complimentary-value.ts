import { childrenOf } from '@innkeeper/db/tables/services';
import { type Cents, withVat } from '@innkeeper/model/money/money';
import { valueOfFreeTime } from '@innkeeper/model/pricing/moved-end';
import type { MutatingCx } from '../context.ts';
import { taxOf } from '../tax/tax-of.ts';
import { endMovesOf, type FixedTerm } from './move-end.ts';

/**
 * Returns the value of the time that a service and its addons gain with this end. The unit is cents including VAT. Returns 0 for an earlier
 * end.
 */
export async function complimentaryValue(
  { db, clock }: Pick<MutatingCx, 'db' | 'clock'>,
  service: FixedTerm,
  until: Date,
): Promise<Cents> {
  let net = 0n;
  for (const move of endMovesOf(service, await childrenOf(db, service.id), until)) {
    const { expiry_at: before, renew_price: price, billing_cycle: months } = move.service;
    net += valueOfFreeTime(price, before, { anchor: move.anchor, months, expiresAt: move.until });
  }
  if (net === 0n) return 0n;
  // No client address is passed, because it is the address of staff and not evidence of the owner's country.
  const { rateBp } = await taxOf({ db, clock }, service.account_id);
  return withVat(net, rateBp);
}
