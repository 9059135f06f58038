import { listPlans } from '@innkeeper/operations/plans/list';
import { listPlanAddons } from '@innkeeper/operations/plans/list-addons';
import { listPlanPromoCodes } from '@innkeeper/operations/plans/list-promo-codes';
import { presentPlanAddon } from '@innkeeper/present/addon';
import { page } from '@innkeeper/present/page';
import { presentPlan } from '@innkeeper/present/plan';
import { presentPromo } from '@innkeeper/present/promo';
import type { Handlers } from './define.ts';

export const plans = {
  listPlans: async (cx, { query }, url) => {
    const filter = { page: query.page, perPage: query.per_page, type: query['filter[type]'] };
    return page(url, query, await listPlans(cx, filter), (plan) => presentPlan(plan, cx.actor.taxRate));
  },
  listPlanAddons: async (cx, { plan }) => ({
    data: (await listPlanAddons(cx, { plan })).map((addon) => presentPlanAddon(addon, cx.actor.taxRate)),
  }),
  listPlanPromoCodes: async (cx, { plan }) => (await listPlanPromoCodes(cx, { plan })).map(presentPromo),
} satisfies Handlers;
