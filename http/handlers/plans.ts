import { listPlans } from '@innkeeper/operations/plans/list';
import { presentPlan } from '../present/plan.ts';
import { page } from '../reply/page.ts';
import type { Handlers } from './define.ts';

export const plans = {
  listPlans: async (cx, { query }, url) => {
    const wanted = { page: query.page, perPage: query.per_page, type: query['filter[type]'] };
    return page(url, query, await listPlans(cx, wanted), (plan) => presentPlan(plan, cx.actor.taxRate));
  },
} satisfies Handlers;
