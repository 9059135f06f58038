import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { pageQuery, period, startsBeforeItsEnd } from '../query.ts';
import { Balance, BalanceTransaction, DepositFunds } from '../schemas/balance.ts';
import { Order } from '../schemas/order.ts';

export const balance = {
  getBalance: operation({
    method: 'GET',
    path: '/balance',
    group: 'Balance',
    title: 'Get Balance',
    summary: 'The money in the account, and what the renewals of the next 30 days will take.',
    origin: 'known',
    ability: 'read',
    bodyKind: 'none',
    reply: { status: 200, schema: Balance },
    failures: [],
  }),
  depositFunds: operation({
    method: 'POST',
    path: '/balance/deposit',
    group: 'Balance',
    title: 'Deposit funds',
    summary:
      'Orders a deposit. Where the payment gateway has a page of its own, `payment_url` of the order is its address: null at first, it appears within seconds (GET /orders/{id}). Money that comes after the order is due is added to the balance all the same.',
    origin: 'ours',
    ability: 'write',
    needs: ['pay'],
    perMinute: 10,
    bodyKind: 'json',
    body: DepositFunds,
    references: { payment_method: 'payment_method' },
    makesOrder: true,
    reply: { status: 201, schema: Order },
    failures: ['unpaid_limit'],
  }),
  listBalanceTransactions: operation({
    method: 'GET',
    path: '/balance/transactions',
    group: 'Balance',
    title: 'List balance transactions',
    summary: 'All changes of the balance, newest first.',
    origin: 'source',
    ability: 'read',
    query: z.strictObject({ ...pageQuery(), ...period }).refine(...startsBeforeItsEnd),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(BalanceTransaction), paginated: true },
    failures: [],
  }),
};
