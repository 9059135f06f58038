/** What `?dry_run=true` answers: one line for each finished operation that makes an order or a refund. */
import { quoteDeploy } from '@innkeeper/operations/servers/quote-deploy';
import { quoteScale } from '@innkeeper/operations/servers/quote-scale';
import { presentQuote } from '../present/quote.ts';
import type { Quotes } from './define.ts';
import { deployInput, scaleInput } from './servers/inputs.ts';

export const QUOTES: Quotes = {
  deployServer: async (cx, input) => presentQuote(await quoteDeploy(cx, deployInput(input))),
  scaleServer: async (cx, { params, body }) => presentQuote(await quoteScale(cx, scaleInput(params, body))),
};
