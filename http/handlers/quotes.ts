/** Functions for `?dry_run=true`, one for each operation that creates an order or a refund. Others are in `operations/all.gen.ts`. */
import { QUOTES } from '@innkeeper/operations/all.gen';
import type { Quotes } from '@innkeeper/operations/define';
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
};

export const ALL_QUOTES: Quotes = { ...ROW_QUOTES, ...QUOTES };
