import { parseDecimal } from '@innkeeper/model/money';
import { depositFunds } from '@innkeeper/operations/balance/deposit';
import { getBalance } from '@innkeeper/operations/balance/get';
import { listBalanceTransactions } from '@innkeeper/operations/balance/list-transactions';
import { presentBalance, presentTransaction } from '@innkeeper/present/balance';
import { presentOrder } from '@innkeeper/present/order';
import { page } from '@innkeeper/present/page';
import { WithHeaders } from '@innkeeper/present/reply';
import type { Handlers } from './define.ts';

export const balance = {
  getBalance: async (cx) => presentBalance(await getBalance(cx)),
  depositFunds: async (cx, { body }) => {
    const input = {
      amount: parseDecimal(body.amount.toFixed(2)),
      paymentMethod: body.payment_method,
      storeCard: body.store_card,
    };
    const order = await depositFunds(cx, input);
    return new WithHeaders(presentOrder(order), { 'X-Order-Id': String(order.id) });
  },
  listBalanceTransactions: async (cx, { query }, url) => {
    const range = { start: timeOf(query['filter[start]']), end: timeOf(query['filter[end]']) };
    const filter = { page: query.page, perPage: query.per_page, ...range };
    return page(url, query, await listBalanceTransactions(cx, filter), presentTransaction);
  },
} satisfies Handlers;

/** Converts Unix seconds to a date. */
function timeOf(seconds: number | undefined): Date | undefined {
  return seconds === undefined ? undefined : new Date(seconds * 1000);
}
