import { listServerImages } from '@innkeeper/domain/images/list';
import { listPlans } from '@innkeeper/domain/plans/list';
import { page } from '../page.ts';
import { presentImage } from '../present/image.ts';
import { presentPlan } from '../present/plan.ts';
import type { Handlers } from './define.ts';

/** What can be bought. */
export const catalogue = {
  listPlans: async (cx, { query }, url) => {
    const wanted = { page: query.page, perPage: query.per_page, type: query['filter[type]'] };
    return page(url, query, await listPlans(cx, wanted), (plan) => presentPlan(plan, cx.caller.taxRate));
  },
  listServerImages: async (cx, { query }, url) => {
    const { 'filter[type]': type, 'filter[group]': group, 'filter[virtualization]': virtualization } = query;
    const wanted = { page: query.page, perPage: query.per_page, type, group, virtualization };
    return page(url, query, await listServerImages(cx, wanted), presentImage);
  },
} satisfies Handlers;
