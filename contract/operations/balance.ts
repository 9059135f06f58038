import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { pageQuery, period, startBeforeEnd } from '../query.ts';
import { Balance, BalanceTransaction, DepositFunds } from '../schemas/balance.ts';
import { Order } from '../schemas/order.ts';

export const balance = {
  getBalance: operation({
    method: 'GET',
    path: '/balance',
    group: 'Balance',
    title: 'Get Balance',
    summary: 'Returns the balance of the account, and the cost of the renewals in the next 30 days.',
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
      'Orders a deposit. If the payment gateway has a payment page, `payment_url` of the order is its address. It is null at first and appears within seconds (GET /orders/{id}). Money that arrives after the due date is added to the balance too.',
    origin: 'ours',
    ability: 'write',
    needs: ['pay'],
    perMinute: 10,
    bodyKind: 'json',
    body: DepositFunds,
    references: { payment_method: 'payment_method' },
    createsOrder: true,
    reply: { status: 201, schema: Order },
    failures: ['unpaid_limit'],
  }),
  listBalanceTransactions: operation({
    method: 'GET',
    path: '/balance/transactions',
    group: 'Balance',
    title: 'List balance transactions',
    summary: 'Lists all changes of the balance, newest first.',
    origin: 'source',
    ability: 'read',
    cached: 'account',
    query: z.strictObject({ ...pageQuery(), ...period }).refine(...startBeforeEnd),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(BalanceTransaction), paginated: true },
    failures: [],
  }),
};
