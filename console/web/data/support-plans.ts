/** Queries of the account's support plan, and of all support plans. They have no events, but orders make them stale. */
import { ApiError } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { balanceQuery } from './balance.ts';
import { client } from './client.ts';
import { queryClient, WITHOUT_EVENTS } from './query.ts';

/** The plan of the account, or `null` if there is none. */
export const supportPlanQuery = queryOptions({
  queryKey: ['support-plan'],
  queryFn: async ({ signal }) => {
    try {
      return await client.getSupportPlan({}, { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  },
  ...WITHOUT_EVENTS,
});

export const supportPlansQuery = queryOptions({
  queryKey: ['support-plans'],
  queryFn: async ({ signal }) => (await client.listSupportPlans({}, { signal })).data,
  ...WITHOUT_EVENTS,
});

/** Refetches what an operation on the plan may have changed. */
export async function refetchSupportPlan(): Promise<void> {
  const keys = [supportPlanQuery.queryKey, ['orders'], balanceQuery.queryKey];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
