/** Functions for `?dry_run=true`, one for each operation that creates an order or a refund. Others are in `operations/all.gen.ts`. */
import { QUOTES } from '@innkeeper/operations/all.gen';
import type { Quotes } from '@innkeeper/operations/define';
import {
  quoteCancelSupportPlan,
  quotePurchaseSupportPlan,
  quoteSupportPlanRenewal,
} from '@innkeeper/operations/support/quote-plans';
import { presentQuote } from '@innkeeper/present/quote';
import { supportPlanPurchase, supportPlanRenewal } from './support/plans.ts';

const ROW_QUOTES: Quotes = {
  purchaseSupportPlan: async (cx, { body }) => presentQuote(await quotePurchaseSupportPlan(cx, supportPlanPurchase(body))),
  renewSupportPlan: async (cx, { body }) => presentQuote(await quoteSupportPlanRenewal(cx, supportPlanRenewal(body))),
  cancelSupportPlan: async (cx, { body }) => presentQuote(await quoteCancelSupportPlan(cx, { now: body?.now ?? false })),
};

export const ALL_QUOTES: Quotes = { ...ROW_QUOTES, ...QUOTES };
