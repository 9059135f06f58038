/** Other cases of mails about suspensions and ends by staff, by the name of their golden file. */
import { example, later, type MailExample, TRANSFER, until } from './mail-example.ts';
import { PAGE } from './mail-example-frame.ts';

const POSTPONED = [
  { name: 'web-1.example.com', until, offAt: later },
  { name: 'db-1.example.com', until: later },
];

export const STAFF_ACT_EXAMPLES: Readonly<Record<string, MailExample>> = {
  'renewal-due-postponed': example('renewal-due', {
    ...{ services: POSTPONED.slice(0, 1), more: 0, debts: [{ order: 7, amount: '12.00 EUR' }], reduced: true },
    ...{ pay: { by: 'balance', missing: '12.00 EUR' }, page: `${PAGE}/orders/7` },
  }),
  'charge-failed-postponed': example('charge-failed', {
    ...{ order: 7, amount: '24.00 EUR', code: 'declined', reason: 'The card was declined.', services: POSTPONED, more: 0 },
    ...{ next: null, page: `${PAGE}/orders/7` },
  }),
  'account-suspended-services': example('account-suspended', {
    ...{ account: 7, names: ['web-1.example.com', 'db-1.example.com'], more: 2 },
    ...{ reason: 'We examine a complaint.', page: `${PAGE}/support` },
  }),
  'account-suspended-service': example('account-suspended', {
    ...{ account: 7, names: ['web-1.example.com'], more: 0, reason: 'We examine a complaint.', orders: [7], page: null },
  }),
  'account-resumed-service': example('account-resumed', {
    ...{ account: 7, names: ['web-1.example.com'], more: 0, page: `${PAGE}/support` },
  }),
  'account-resumed-order': example('account-resumed', {
    ...{ account: 7, names: [], more: 0, debts: [{ order: 7, amount: '12.00 EUR' }], moreDebts: 0, page: `${PAGE}/orders/7` },
    pay: TRANSFER,
  }),
  'account-resumed-charged': example('account-resumed', {
    ...{ account: 7, names: [], more: 0, debts: [{ order: 7, amount: '12.00 EUR' }], moreDebts: 0, page: `${PAGE}/orders/7` },
    ...{ isCharged: true, pay: { by: 'card', digits: '4242' } },
  }),
  'account-resumed-orders': example('account-resumed', {
    ...{ account: 7, names: ['web-1.example.com'], more: 0, moreDebts: 0, page: `${PAGE}/orders` },
    debts: [7, 8].map((order) => ({ order, amount: '12.00 EUR' })),
    pay: { by: 'balance', missing: '24.00 EUR' },
  }),
  'service-ending-locked': example('service-ending', {
    ...{ names: ['web-1.example.com'], more: 0, on: ['db-1.example.com', 'db-2.example.com'], moreOn: 2, at: later },
    ...{ reason: 'It sends spam.', page: `${PAGE}/support` },
  }),
  'service-ending-account': example('service-ending', {
    ...{ names: ['web-1.example.com'], more: 0, isSuspended: true, at: later, reason: 'It sends spam.', page: `${PAGE}/support` },
  }),
  'service-ending-unbuilt': example('service-ending', {
    ...{ names: [], more: 0, on: ['web-1.example.com'], moreOn: 0, at: later, reason: 'It sends spam.', page: null },
  }),
  'service-ending-order': example('service-ending', {
    ...{ names: ['web-1.example.com'], more: 0, orders: [7], at: later, reason: 'It sends spam.', page: `${PAGE}/support` },
  }),
  'service-ending-orders': example('service-ending', {
    ...{ names: ['web-1.example.com'], more: 0, orders: [7, 8], at: later, reason: 'It sends spam.', page: `${PAGE}/support` },
  }),
  'service-kept-cancelled': example('service-kept', {
    services: [
      { name: 'web-1.example.com', state: 'active-until', until: later },
      { name: 'web-2.example.com', state: 'paused', reason: 'It attacks others.', cancelled: true },
      { name: 'web-3.example.com', state: 'unpaid', until: later, cancelled: true },
      { name: 'web-4.example.com', state: 'unchanged', cancelled: true },
    ],
    ...{ more: 0, page: `${PAGE}/support` },
  }),
  'service-kept-suspended': example('service-kept', {
    services: [
      { name: 'web-1.example.com', state: 'active-until', until: later },
      { name: 'web-3.example.com', state: 'unpaid', until: later, cancelled: false },
    ],
    ...{ more: 0, isSuspended: true, page: `${PAGE}/support` },
  }),
  'service-suspended-order': example('service-suspended', { name: 'web-1', reason: 'It attacks others.', orders: [7] }),
  'service-end-moved-orders': example('service-end-moved', {
    ...{ name: 'web-1.example.com', before: until, until: later, reason: 'A gift for the outage.', orders: [7, 8] },
  }),
  'service-suspended-reduced': example('service-suspended', {
    ...{ name: 'web-1', reason: 'It attacks others.', reducedOrders: [{ order: 7, amount: '12.00 EUR' }] },
  }),
  'service-end-moved-reduced': example('service-end-moved', {
    ...{ name: 'web-1.example.com', before: until, until: later, reason: 'A gift for the outage.' },
    ...{ orders: [6], reducedOrders: [{ order: 7, amount: '12.00 EUR' }] },
  }),
  'service-resumed-suspended': example('service-resumed', { name: 'web-1.example.com', until: later, isSuspended: true }),
  'service-kept-one': example('service-kept', {
    ...{ services: [{ name: 'web-1.example.com', state: 'active' }], more: 0, page: null },
  }),
};
