/** Functions for `?dry_run=true`, one for each operation that creates an order or a refund. Others are in `operations/all.gen.ts`. */
import { QUOTES } from '@innkeeper/operations/all.gen';
import type { Quotes } from '@innkeeper/operations/define';
import { quoteCancelFloatingIps } from '@innkeeper/operations/floating-ips/quote-cancel';
import { quotePurchaseFloatingIps } from '@innkeeper/operations/floating-ips/quote-purchase';
import { quoteFloatingIpRenewal } from '@innkeeper/operations/floating-ips/quote-renewal';
import { quoteRenewalPeriod } from '@innkeeper/operations/orders/change-renewal-period';
import { quoteUpdate } from '@innkeeper/operations/orders/quote-update';
import { quoteCancelAddon } from '@innkeeper/operations/servers/quote-cancel-addon';
import { quoteDeploy } from '@innkeeper/operations/servers/quote-deploy';
import { quotePurchaseAddons } from '@innkeeper/operations/servers/quote-purchase-addons';
import { quoteScaleAddons } from '@innkeeper/operations/servers/quote-scale-addons';
import {
  quoteCancelSupportPlan,
  quotePurchaseSupportPlan,
  quoteSupportPlanRenewal,
} from '@innkeeper/operations/support/quote-plans';
import { presentQuote } from '@innkeeper/present/quote';
import { floatingIpPurchase, floatingIpRenewal } from './floating-ips.ts';
import { changesOf, periodChange } from './order-changes.ts';
import { addonRequests, deployQuoteInput } from './servers/inputs.ts';
import { supportPlanPurchase, supportPlanRenewal } from './support/plans.ts';

const ROW_QUOTES: Quotes = {
  updateOrder: async (cx, { order, body }) => presentQuote(await quoteUpdate(cx, { order, changes: changesOf(body) })),
  changeRenewalPeriod: async (cx, input) => presentQuote(await quoteRenewalPeriod(cx, periodChange(input))),
  deployServer: async (cx, { body }) => presentQuote(await quoteDeploy(cx, deployQuoteInput(body))),
  purchaseServerAddons: async (cx, { server, body }) =>
    presentQuote(await quotePurchaseAddons(cx, { server, addons: addonRequests(body), autoPay: body.auto_pay })),
  scaleServerAddons: async (cx, { server, body }) =>
    presentQuote(await quoteScaleAddons(cx, { server, addons: addonRequests(body) })),
  cancelServerAddon: async (cx, { server, addon, body }) =>
    presentQuote(await quoteCancelAddon(cx, { server, addon, now: body.now })),
  purchaseFloatingIps: async (cx, { body }) => presentQuote(await quotePurchaseFloatingIps(cx, floatingIpPurchase(body))),
  renewFloatingIps: async (cx, { body }) => presentQuote(await quoteFloatingIpRenewal(cx, floatingIpRenewal(body))),
  cancelFloatingIps: async (cx, { body }) => presentQuote(await quoteCancelFloatingIps(cx, body)),
  purchaseSupportPlan: async (cx, { body }) => presentQuote(await quotePurchaseSupportPlan(cx, supportPlanPurchase(body))),
  renewSupportPlan: async (cx, { body }) => presentQuote(await quoteSupportPlanRenewal(cx, supportPlanRenewal(body))),
  cancelSupportPlan: async (cx, { body }) => presentQuote(await quoteCancelSupportPlan(cx, { now: body?.now ?? false })),
};

export const ALL_QUOTES: Quotes = { ...ROW_QUOTES, ...QUOTES };
