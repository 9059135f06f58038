/** Fixtures: support plans. */
import type { Database } from '@innkeeper/db/schema';
import { insertSupportPlan } from '@innkeeper/db/tables/support-plans';
import type { Kysely } from 'kysely';

interface GivenSupportPlan {
  accountId: number;
  /** Key of the plan. */
  key?: string;
  /** Price in net cents a month. */
  price?: bigint;
  /** Start of the plan, by default now. */
  now?: Date;
}

/** Inserts an active plan that is paid for 30 days. Returns the id of its service. */
export async function givenSupportPlan(
  db: Kysely<Database>,
  { accountId, key = 'premium', price = 2_900n, now = new Date() }: GivenSupportPlan,
): Promise<number> {
  const inThirtyDays = new Date(now.getTime() + 30 * 86_400_000);
  const id = await insertSupportPlan(db, {
    ...{ key, account_id: accountId, status: 'active', billing_cycle: 1, renew_price: price, created_at: now },
    ...{ activated_at: now, billing_anchor: inThirtyDays, expiry_at: inThirtyDays },
  });
  if (id === undefined) throw new Error('the account has a support plan');
  return id;
}
