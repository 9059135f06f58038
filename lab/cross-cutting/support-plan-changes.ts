/** Requests that change the support plan and succeed each time, for idempotency.test.ts. */
import { insertCancelRequest } from '@innkeeper/db/tables/services';
import { givenSupportPlan } from '../given-support-plans.ts';
import type { Setup } from './setup.ts';

export function supportPlanChanges(setup: () => Setup) {
  /** Ends the account's support plan. */
  async function none(): Promise<object> {
    const { lab, me } = setup();
    const ended = { status: 'terminated', ended_at: new Date() } as const;
    const had = lab.db.updateTable('services').set(ended).where('account_id', '=', me.accountId);
    await had.where('type', '=', 'support-plan').execute();
    return {};
  }
  async function one(change: (id: number) => Promise<unknown> = async () => {}): Promise<object> {
    await none();
    await change(await givenSupportPlan(setup().lab.db, setup().me));
    return {};
  }
  const isCancelled = (id: number) => insertCancelRequest(setup().lab.db, { service_id: id, now: false, created_at: new Date() });
  const plan = (name: string) => ({ plan: name, billing_cycle: 1 });
  return {
    purchaseSupportPlan: async () => ({ ...(await none()), body: plan('basic'), other: plan('premium') }),
    renewSupportPlan: async () => ({ ...(await one()), body: { billing_cycle: 1 }, other: { billing_cycle: 2 } }),
    cancelSupportPlan: async () => ({ ...(await one()), body: { now: false }, other: { now: true } }),
    undoCancelSupportPlan: async () => one(isCancelled),
  };
}
