/** What `?dry_run=true` answers: one line for each finished operation that makes an order or a refund. */
import { quoteUpdate } from '@innkeeper/operations/orders/quote-update';
import { quoteCancel } from '@innkeeper/operations/servers/quote-cancel';
import { quoteDeploy } from '@innkeeper/operations/servers/quote-deploy';
import { quoteRenewal } from '@innkeeper/operations/servers/quote-renewal';
import { quoteScale } from '@innkeeper/operations/servers/quote-scale';
import { presentQuote } from '../present/quote.ts';
import type { Quotes } from './define.ts';
import { changesOf } from './order-changes.ts';
import { deployInput, renewalInput, scaleInput } from './servers/inputs.ts';

export const QUOTES: Quotes = {
  updateOrder: async (cx, { order, body }) => presentQuote(await quoteUpdate(cx, { order, changes: changesOf(body) })),
  deployServer: async (cx, input) => presentQuote(await quoteDeploy(cx, deployInput(input))),
  cancelServer: async (cx, { server }) => presentQuote(await quoteCancel(cx, { server })),
  renewServers: async (cx, { body }) => presentQuote(await quoteRenewal(cx, renewalInput(body))),
  scaleServer: async (cx, { server, body }) => presentQuote(await quoteScale(cx, scaleInput(server, body))),
};
