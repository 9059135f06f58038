/** Loads the current VAT decision of an account (model/vat/decide.ts). */
import { findTaxProfiles } from '@innkeeper/db/tables/tax';
import { Failure } from '@innkeeper/model/failures';
import { decideTax, type TaxDecision, type TaxProfile } from '@innkeeper/model/vat/decide';
import type { Cx } from '../context.ts';

/** Loads the tax profile of an account. `from` is the client address of the buyer, whose country is recorded as evidence. */
export async function loadTaxProfile(db: Cx['db'], accountId: number, from?: string): Promise<TaxProfile> {
  const profile = (await findTaxProfiles(db, [accountId], from)).get(accountId);
  if (!profile) throw new Failure('internal', { internal: `there is no account ${accountId} whose VAT could be decided` });
  return profile;
}

/** Returns the current tax decision of an account, with the client address as evidence. */
export async function taxOf(cx: Pick<Cx, 'db' | 'clock' | 'clientAddress'>, accountId: number): Promise<TaxDecision> {
  return decideTax(await loadTaxProfile(cx.db, accountId, cx.clientAddress), cx.clock.now());
}

/** Returns the tax decisions by account id. */
export async function taxesOf(
  { db, clock }: Pick<Cx, 'db' | 'clock'>,
  accountIds: readonly number[],
): Promise<Map<number, TaxDecision>> {
  const profiles = await findTaxProfiles(db, accountIds);
  return new Map([...profiles].map(([id, profile]) => [id, decideTax(profile, clock.now())]));
}
