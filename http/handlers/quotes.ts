/** Functions for `?dry_run=true`, one for each operation that creates an order or a refund. Others are in `operations/all.gen.ts`. */
import { QUOTES } from '@innkeeper/operations/all.gen';
import type { Quotes } from '@innkeeper/operations/define';
<<<<<<< HEAD
import { quoteCancelFloatingIps } from '@innkeeper/operations/floating-ips/quote-cancel';
import { quotePurchaseFloatingIps } from '@innkeeper/operations/floating-ips/quote-purchase';
import { quoteFloatingIpRenewal } from '@innkeeper/operations/floating-ips/quote-renewal';
import { quoteRenewalPeriod } from '@innkeeper/operations/orders/change-renewal-period';
import { quoteUpdate } from '@innkeeper/operations/orders/quote-update';
import { presentQuote } from '@innkeeper/present/quote';
import { floatingIpPurchase, floatingIpRenewal } from './floating-ips.ts';
import { changesOf, periodChange } from './order-changes.ts';

const ROW_QUOTES: Quotes = {
  updateOrder: async (cx, { order, body }) => presentQuote(await quoteUpdate(cx, { order, changes: changesOf(body) })),
  changeRenewalPeriod: async (cx, input) => presentQuote(await quoteRenewalPeriod(cx, periodChange(input))),
  purchaseFloatingIps: async (cx, { body }) => presentQuote(await quotePurchaseFloatingIps(cx, floatingIpPurchase(body))),
  renewFloatingIps: async (cx, { body }) => presentQuote(await quoteFloatingIpRenewal(cx, floatingIpRenewal(body))),
  cancelFloatingIps: async (cx, { body }) => presentQuote(await quoteCancelFloatingIps(cx, body)),
=======
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
>>>>>>> a3b21675d3201641fda82c106c08502946df4269
};

export const ALL_QUOTES: Quotes = { ...ROW_QUOTES, ...QUOTES };
