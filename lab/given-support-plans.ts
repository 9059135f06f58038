/** Support plans. */
import type { Database } from '@innkeeper/db/schema';
import { insertSupportPlan } from '@innkeeper/db/tables/support-plans';
import type { Kysely } from 'kysely';

/** One that is active and paid for 30 days. Returns the id of its service. */
export async function givenSupportPlan(db: Kysely<Database>, { accountId }: { accountId: number }): Promise<number> {
  const now = new Date();
  const inThirtyDays = new Date(now.getTime() + 30 * 86_400_000);
  const id = await insertSupportPlan(db, {
    ...{ key: 'premium', account_id: accountId, status: 'active', billing_cycle: 1, renew_price: 2_900n, created_at: now },
    ...{ activated_at: now, billing_anchor: inThirtyDays, expiry_at: inThirtyDays },
  });
  if (id === undefined) throw new Error('the account has a support plan');
  return id;
}
