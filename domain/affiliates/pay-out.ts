/** Pays owed commission to the balance of an affiliate, at a fixed interval in days. */
import { affiliatePayout } from '@innkeeper/db/ledger';
import { findClosing } from '@innkeeper/db/tables/account-closing';
import { addToSums, lockAffiliate, type Terms } from '@innkeeper/db/tables/affiliates';
import { nextPayoutAt } from '@innkeeper/model/money/affiliates';
import { type Cents, formatDecimal } from '@innkeeper/model/money/money';
import { audit } from '../audit.ts';
import type { Cx, MutatingCx } from '../context.ts';

/** Lists affiliates with a due payout, longest overdue first. Affiliates whose account is suspended wait. */
export function payoutsDue({ db, clock }: Cx, except: readonly number[], limit: number): Promise<{ id: number }[]> {
  const due = db
    .selectFrom('affiliates as f')
    .innerJoin('accounts as a', 'a.id', 'f.account_id')
    .select('f.account_id as id')
    .where('f.next_payout_at', '<=', clock.now())
    .where('a.suspended_at', 'is', null);
  const others = except.length > 0 ? due.where('f.account_id', 'not in', [...except]) : due;
  return others.orderBy('f.next_payout_at').limit(limit).execute();
}

/**
 * Pays out the owed commission and schedules the next payout. An amount below the minimum stays, unless the account is being closed.
 * Returns whether the payout was still due.
 */
export async function payOut(cx: MutatingCx, accountId: number, terms: Terms): Promise<boolean> {
  const now = cx.clock.now();
  const affiliate = await lockAffiliate(cx.db, accountId);
  if (!affiliate || affiliate.next_payout_at > now) return false;
  const { payable, next_payout_at } = affiliate;
  const { closes_at } = await findClosing(cx.db, accountId);
  if (payable > 0n && (payable >= terms.payout_minimum || closes_at !== null)) await pay(cx, accountId, payable);
  await cx.db
    .updateTable('affiliates')
    .set({ next_payout_at: nextPayoutAt(next_payout_at, terms.payout_every_days, now) })
    .where('account_id', '=', accountId)
    .execute();
  return true;
}

async function pay(cx: MutatingCx, accountId: number, amount: Cents): Promise<void> {
  const now = cx.clock.now();
  const entry_id = await affiliatePayout(cx.db, { accountId, amount, description: 'Affiliate commission', now });
  const { id } = await cx.db
    .insertInto('affiliate_payouts')
    .values({ affiliate_id: accountId, amount, entry_id, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await cx.db
    .updateTable('affiliate_conversions')
    .set({ status: 'paid' })
    .where('affiliate_id', '=', accountId)
    .where('status', '=', 'approved')
    .execute();
  await addToSums(cx.db, accountId, { payable: -amount, paid_out: amount });
  await audit(cx, 'affiliate.paid-out', { kind: 'affiliate_payout', id, accountId }, { amount: formatDecimal(amount) });
}
