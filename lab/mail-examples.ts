/** Example data of every mail, for golden files and pictures. */
import type { MailData, MailTemplate } from '@innkeeper/model/mail/templates';
import { REFUND_REASONS } from '@innkeeper/model/services/refund-reasons';
import { endedEarly, VOID_REASONS } from '@innkeeper/model/services/void-reasons';
import { example, later, type MailExample, TRANSFER, until } from './mail-example.ts';
import { PAGE } from './mail-example-frame.ts';
import { CANCELLATION_EXAMPLES, CANCELLED, WITHDRAWN } from './mail-examples-of-cancellations.ts';
import { KEPT_MONEY_EXAMPLES } from './mail-examples-of-kept-money.ts';
import { STAFF_ACT_EXAMPLES } from './mail-examples-of-staff-acts.ts';

const EMAILS = { before: 'ada@example.com', after: 'ada@example.net' };
const LINES = [
  { label: 'VPS M', detail: 'web-1.example.com, 2026-01-31 to 2026-02-28', amount: '1200.00 EUR' },
  { label: 'Daily backups', detail: '', amount: '34.56 EUR' },
];
const ORDER = {
  ...{ order: 7, lines: LINES, more: 0, net: '1234.56 EUR', vat: '234.57 EUR', gross: '1469.13 EUR' },
  page: `${PAGE}/orders/7`,
};
const SERVICES = [
  { name: 'web-1.example.com', until },
  { name: 'db-1.example.com', until },
];
const RENEWAL_DUE = {
  services: SERVICES,
  more: 0,
  debts: [{ order: 7, amount: '24.00 EUR' }],
  page: `${PAGE}/orders/7`,
};

const KEPT = { amount: '5.00 EUR', balance: '5.00 EUR', missing: null };

const ADA = { customer: 'Ada Lovelace', email: 'ada@example.org' };
const CREDIT_REQUEST = {
  ...{ approval: 7, operation: 'fundAccount', requester: 'Ann', amount: '500.00 EUR', account: 12, until },
  ...{ details: ['account: 12', 'amount: 500'], ...ADA, about: [] },
};
const END_REQUEST = {
  ...{ approval: 8, operation: 'endService', requester: 'Ann', amount: null, account: 12, until },
  ...{ details: ['service: 12', 'after: 24'], ...ADA, about: ['web-1.example.com'] },
};

/** The main example of each template. */
export const MAIL_EXAMPLES: MailData = {
  'renewal-reminder': { services: [{ name: 'web-1', until }], orders: [{ id: 7, amount: '12.00 EUR' }] },
  'charge-failed': {
    ...{ order: 7, amount: '12.00 EUR', code: 'card_declined', reason: 'The card was declined. Use another payment method.' },
  },
  'spending-cap': { order: 7, amount: '12.00 EUR', cap: '50.00 EUR', spent: '60.00 EUR', until },
  'deploy-refunded': { order: 7, name: 'web-1', amount: '12.00 EUR', reason: 'Its host was away.' },
  'services-suspended': { services: [{ name: 'web-1', until }], ends: until },
  'service-end-moved': { name: 'web-1', before: until, until, reason: 'For the outage.' },
  'service-suspended': { name: 'web-1', reason: 'It attacks others.' },
  'service-resumed': { name: 'web-1', until },
  'termination-ahead': { services: [{ name: 'web-1', until }] },
  'ticket-answered': {
    ticket: 7,
    subject: 'It hangs',
    lines: ['We look at it.'],
    files: ['fix.sh'],
    resolved: false,
    byMail: true,
  },
  'ticket-received': { ticket: 7, subject: 'It hangs' },
  'response-missed': { ticket: 7, subject: 'It hangs', due: until, amount: '7.25 EUR' },
  'mail-refused': { reason: 'We could not tell whose account this is about.' },
  'two-factor-reset': { at: until },
  'two-factor-by-token': { token: 'deploy', hint: 'ik_abcd', at: until, until },
  'webhook-disabled': {
    ...{ url: 'https://example.com/hooks', since: until, error: 'The receiver answered with status 500.' },
    failure: { code: 'status', detail: '500' },
  },
  'export-ready': { asked: until, until },
  'attack-begun': { address: '192.0.2.7', at: until, reason: 'SYN flood', pattern: 'syn', mbps: 40, pps: 90_000, filtered: true },
  'new-sign-in': { at: until, address: '192.0.2.7', browser: 'Firefox' },
  'sign-in-code': { code: '123456', minutes: 10, address: '192.0.2.7' },
  'passkey-added': { name: 'laptop', at: until, address: '192.0.2.7' },
  'passkey-removed': { name: 'laptop', at: until, address: '192.0.2.7' },
  'password-reset': { link: 'https://example.com/?password_reset=x', minutes: 60, address: '192.0.2.7' },
  'sign-up': { link: 'https://example.com/?sign_up=x', until, address: '192.0.2.7', invited: false },
  'sign-up-known': { address: '192.0.2.7' },
  'account-closing': { account: 'Example GmbH', by: 'Ada', at: until },
  'account-stays': { account: 'Example GmbH', by: 'Ada' },
  'account-suspended': { account: 7, names: [], more: 0, reason: null, page: `${PAGE}/support` },
  'account-resumed': { account: 7, names: [], more: 0, page: `${PAGE}/support` },
  'user-erasure': { at: until, kept: 60 },
  welcome: { name: 'Ada', account: 7 },
  'email-change-new': { ...EMAILS, link: 'https://example.com/?email_change=x', until, address: '192.0.2.7' },
  'email-change-old': { ...EMAILS, link: 'https://example.com/?email_change=y', until, address: '192.0.2.7' },
  'email-lost-new': { ...EMAILS, link: 'https://example.com/?email_change=x', until, counts: until },
  'email-lost-old': { after: EMAILS.after, link: 'https://example.com/?email_change=y', counts: until },
  'email-changed': { ...EMAILS, at: until },
  'password-changed': { at: until, address: '192.0.2.7' },
  'attack-ended': { address: '192.0.2.7', from: until, until, mbps: 40, pps: 90_000 },
  invitation: { account: 'Example GmbH', inviter: 'Ada', role: 'admin', link: 'https://example.com/?invitation=x', until },
  'member-joined': { account: 'Example GmbH', name: 'Alan', email: 'alan@example.com', role: 'admin' },
  'membership-changed': { account: 'Example GmbH', role: null },
  'account-accessed': { account: 'Example GmbH', person: 'Ann', reason: 'It attacks others.', writes: true, until },
  'ownership-offered': { account: 'Example GmbH', owner: 'Ada', until },
  'ownership-transferred': { account: 'Example GmbH', before: 'Ada', after: 'Alan' },
  'approval-waiting': { ...CREDIT_REQUEST, reason: 'For the outage.' },
  'approval-void': {
    ...{ approval: 7, operation: 'refundPayment', amount: '60.00 EUR', account: 12, details: ['payment: 4'], ...ADA },
    ...{ about: ['micro, monthly'], requester: 'Ann', until },
    reason: 'At most 0.00 of payment 4 can be refunded.',
  },
  'approval-decided': {
    ...{ ...CREDIT_REQUEST, given: 'For the outage.' },
    ...{ isApproved: false, by: 'Bob', reason: 'The outage was announced.' },
  },
  'approval-expired': { ...CREDIT_REQUEST, given: 'For the outage.' },
  'operator-alerts': {
    opened: [{ kind: 'dns_away', alerts: [{ id: 7, at: until, times: 3, message: 'It refused.' }], more: 4 }],
    repeated: [],
    closed: [],
  },
  'order-waiting': { ...ORDER, until, pay: TRANSFER },
  'order-lapsed': { ...ORDER, until },
  'order-void': { ...ORDER, failure: null, isEnding: true, isOrderable: false },
  'order-paid': { ...ORDER, invoices: ['2026-000012'], paid: { by: 'card', digits: '4242' }, renewed: [], moreRenewed: 0 },
  'order-refunded': {
    ...{ order: 7, amount: '12.00 EUR', reason: 'The server could not be reached for two days.' },
    ...{ to: { by: 'transfer', iban: 'DE89 … 3000' }, notes: ['2026-000013'], page: `${PAGE}/orders/7` },
  },
  'deposit-received': {
    ...{ amount: '50.00 EUR', balance: '62.50 EUR', paid: { by: 'transfer', iban: null }, page: `${PAGE}/balance` },
  },
  'payment-kept': {
    ...{ amount: '5.00 EUR', balance: '5.00 EUR', order: 7, why: 'too-little', missing: '7.00 EUR', page: `${PAGE}/orders/7` },
    ...{ kept: '5.00 EUR', pay: { ...TRANSFER, reference: 'RF18 K7Q2 M4ZT 9XWA' } },
  },
  'payout-sent': { amount: '12.00 EUR', to: { by: 'card', digits: '4242' }, page: `${PAGE}/balance` },
  'payout-returned': {
    ...{ amount: '12.00 EUR', to: { by: 'transfer', iban: 'DE89 … 3000' }, balance: '12.00 EUR', page: `${PAGE}/balance` },
  },
  'balance-changed': {
    ...{ amount: '5.00 EUR', charged: false, reason: 'For the outage on Monday.', balance: '17.00 EUR', page: `${PAGE}/balance` },
  },
  'server-ready': {
    ...{ order: 7, more: 0, failed: [], page: `${PAGE}/servers/12` },
    servers: [{ name: 'web-1.example.com', addresses: ['192.0.2.7', '2001:db8::7'], user: 'root' }],
  },
  'services-postponed': { ...RENEWAL_DUE, services: [{ name: 'web-1.example.com', until: later }], pay: TRANSFER },
  'services-resumed': { services: SERVICES, more: 0 },
  'services-cancelled': CANCELLED,
  'cancellation-withdrawn': WITHDRAWN,
  'renewal-ahead': {
    ...{ services: SERVICES, more: 0, at: later, amount: '24.00 EUR', pay: { by: 'balance', missing: '6.00 EUR' } },
    page: `${PAGE}/servers`,
  },
  'renewal-due': { ...RENEWAL_DUE, pay: TRANSFER },
  'service-ending': {
    ...{
      names: ['web-1.example.com', 'db-1.example.com'],
      more: 0,
      at: later,
      reason: 'It sends spam.',
      page: `${PAGE}/support`,
    },
  },
  'service-kept': {
    services: [
      { name: 'web-1.example.com', state: 'active' },
      { name: 'web-2.example.com', state: 'paused', reason: 'It attacks others.', cancelled: false },
      { name: 'web-3.example.com', state: 'unpaid', until: later, cancelled: false },
      { name: 'web-4.example.com', state: 'unchanged', cancelled: false },
    ],
    ...{ more: 0, page: `${PAGE}/support` },
  },
  'services-ended': {
    ...{ names: ['web-1.example.com'], more: 0, at: until, reason: null, copiesUntil: later, page: `${PAGE}/support` },
  },
};

/** Other cases of a template, by the name of their golden file. */
export const MORE_MAIL_EXAMPLES: Readonly<Record<string, MailExample>> = {
  ...STAFF_ACT_EXAMPLES,
  ...KEPT_MONEY_EXAMPLES,
  ...CANCELLATION_EXAMPLES,
  'order-waiting-page': example('order-waiting', { ...ORDER, more: 18, until, pay: { by: 'page', name: 'Stripe' } }),
  'order-waiting-reduced': example('order-waiting', { ...ORDER, until, pay: TRANSFER, reduced: true }),
  'order-waiting-reduced-first': example('order-waiting', { ...ORDER, until, pay: TRANSFER, reduced: true, isFirst: true }),
  'order-waiting-replaced': example('order-waiting', { ...ORDER, until, pay: TRANSFER, replaced: true }),
  'order-waiting-replaces': example('order-waiting', { ...ORDER, until, pay: TRANSFER, voidOrders: [5] }),
  'order-waiting-earlier': example('order-waiting', { ...ORDER, until: later, pay: TRANSFER, earlier: SERVICES.slice(1) }),
  'order-waiting-earlier-more': example('order-waiting', { ...ORDER, until: later, pay: TRANSFER, earlier: SERVICES }),
  'order-waiting-deposit': example('order-waiting', {
    ...{ ...ORDER, net: '50.00 EUR', vat: '0.00 EUR', gross: '50.00 EUR', until, pay: TRANSFER },
    lines: [{ label: 'Deposit', detail: '', amount: '50.00 EUR', own: 'deposit' }],
  }),
  'order-paid-renewed': example('order-paid', {
    ...{ ...ORDER, invoices: [], paid: { by: 'balance' }, renewed: SERVICES, moreRenewed: 0 },
  }),
  'order-paid-added': example('order-paid', {
    ...{ ...ORDER, invoices: [], paid: { by: 'balance' }, renewed: [], moreRenewed: 0 },
    added: { amount: '1469.13 EUR', came: { by: 'transfer', iban: 'DE89 … 3000' } },
  }),
  'order-refunded-balance': example('order-refunded', {
    ...{ order: 7, amount: '12.00 EUR', reason: 'Sorry.', to: { by: 'balance' }, notes: [], page: `${PAGE}/orders/7` },
  }),
  'order-refunded-suspended': example('order-refunded', {
    ...{ order: 7, amount: '12.00 EUR', reason: 'Sorry.', to: { by: 'balance' }, isSuspended: true, notes: [], page: null },
  }),
  'order-refunded-returned': example('order-refunded', {
    ...{ order: 7, amount: '12.00 EUR', reason: 'Sorry.', to: { by: 'transfer', iban: 'DE89 … 3000' }, isReturned: true },
    ...{ notes: ['2026-000013'], page: `${PAGE}/orders/7` },
  }),
  'order-refunded-deploy': example('order-refunded', {
    ...{ order: 7, amount: '12.00 EUR', reason: REFUND_REASONS.not_built, why: { code: 'not_built', label: null } },
    ...{ to: { by: 'balance' }, notes: [], page: `${PAGE}/orders/7` },
  }),
  'charge-failed-again': example('charge-failed', {
    ...{
      order: 7,
      amount: '24.00 EUR',
      code: 'insufficient_funds',
      reason: 'The card was declined because of insufficient funds. Use another payment method.',
      services: SERVICES,
      more: 0,
      next: later,
      page: `${PAGE}/orders/7`,
    },
  }),
  'charge-failed-late': example('charge-failed', {
    ...{ order: 7, amount: '24.00 EUR', code: 'declined', reason: 'The card was declined.', services: SERVICES, more: 0 },
    ...{ next: later, offAt: until, transfer: TRANSFER, page: `${PAGE}/orders/7` },
  }),
  'payment-kept-no-order': example('payment-kept', {
    ...{ ...KEPT, balance: null, order: null, why: 'no-order', page: `${PAGE}/balance` },
  }),
  'payment-kept-paid': example('payment-kept', {
    ...{ amount: '60.00 EUR', balance: '60.00 EUR', order: 7, why: 'order-paid', missing: null, page: `${PAGE}/orders/7` },
    ...{ came: { by: 'transfer', iban: 'DE89 … 3000' }, paid: { by: 'card', digits: '4242' } },
  }),
  'payment-kept-suspended': example('payment-kept', { ...KEPT, order: 7, why: 'order-paid', isSuspended: true, page: null }),
  'payment-kept-gone': example('payment-kept', { ...KEPT, order: 7, why: 'order-gone', page: `${PAGE}/orders/7` }),
  'payment-kept-open': example('payment-kept', {
    ...{ ...KEPT, order: null, why: 'no-order', since: [], open: [8], isReplaced: false, page: `${PAGE}/balance` },
  }),
  'payment-kept-replaced': example('payment-kept', {
    ...{ ...KEPT, balance: '0.00 EUR', order: 7, why: 'order-gone', since: [9], open: [10, 11], isReplaced: true, page: null },
  }),
  'payment-kept-surplus': example('payment-kept', {
    ...{ amount: '65.00 EUR', kept: '5.00 EUR', balance: '5.00 EUR', order: 7, why: 'too-much', missing: null },
    page: `${PAGE}/orders/7`,
  }),
  'payment-kept-several': example('payment-kept', {
    ...{ amount: '90.00 EUR', kept: '80.00 EUR', balance: '80.00 EUR', order: null, why: 'several-orders', missing: null },
    orders: [
      { order: 7, state: 'paid' },
      { order: 8, state: 'paid-before' },
      { order: 9, state: 'gone' },
      { order: 10, state: 'waiting' },
    ],
    page: `${PAGE}/orders`,
  }),
  'payment-kept-several-missing': example('payment-kept', {
    ...{ amount: '20.00 EUR', kept: '20.00 EUR', balance: '20.00 EUR', order: null, why: 'too-little', missing: '40.00 EUR' },
    orders: [
      { order: 7, state: 'waiting' },
      { order: 8, state: 'waiting' },
    ],
    ...{ pay: TRANSFER, page: `${PAGE}/orders` },
  }),
  'payment-kept-not-allowed': example('payment-kept', { ...KEPT, order: 7, why: 'not-allowed', page: null }),
  'termination-ahead-debts': example('termination-ahead', {
    ...{ services: SERVICES, more: 0, ends: ['12:1769854800', '13:1769854800'], debts: [{ order: 7, amount: '24.00 EUR' }] },
    ...{ pay: { by: 'card', digits: '4242' }, page: `${PAGE}/orders/7` },
  }),
  'termination-ahead-failed-card': example('termination-ahead', {
    ...{ services: SERVICES, more: 0, ends: ['12:1769854800', '13:1769854800'] },
    debts: [
      { order: 7, amount: '24.00 EUR' },
      { order: 8, amount: '12.00 EUR' },
    ],
    ...{ pay: { by: 'failed-card', digits: '4242', transfer: false }, page: `${PAGE}/orders` },
  }),
  'balance-changed-charged': example('balance-changed', {
    ...{ amount: '5.00 EUR', charged: true, reason: 'Credited twice.', balance: '12.00 EUR', page: `${PAGE}/balance` },
  }),
  'server-ready-many': example('server-ready', {
    ...{ order: 7, more: 17, failed: ['web-20.example.com'], page: `${PAGE}/servers` },
    servers: [1, 2].map((n) => ({ name: `web-${n}.example.com`, addresses: [`192.0.2.${n}`, `2001:db8::${n}`], user: 'root' })),
  }),
  'server-ready-none': example('server-ready', {
    ...{ order: 7, servers: [], more: 0, failed: ['web-1.example.com'], page: `${PAGE}/orders/7` },
  }),
  'renewal-ahead-card': example('renewal-ahead', {
    ...{ services: SERVICES, more: 3, at: later, amount: '60.00 EUR' },
    ...{ pay: { by: 'card', digits: '4242' }, page: `${PAGE}/servers` },
  }),
  'renewal-ahead-failed-card': example('renewal-ahead', {
    ...{ services: SERVICES, more: 0, at: later, amount: '60.00 EUR', page: `${PAGE}/servers` },
    pay: { by: 'failed-card', digits: '4242', missing: '54.00 EUR' },
  }),
  'payout-returned-reason': example('payout-returned', {
    ...{ amount: '12.00 EUR', to: { by: 'transfer', iban: 'DE89 … 3000' }, balance: '12.00 EUR', page: `${PAGE}/balance` },
    reason: 'The account is closed.',
  }),
  'payout-returned-again': example('payout-returned', {
    ...{ amount: '12.00 EUR', to: { by: 'transfer', iban: 'DE89 … 3000' }, balance: null, page: `${PAGE}/balance` },
    ...{ reason: 'The account is closed.', again: { amount: '12.00 EUR', to: { by: 'transfer', iban: 'AT61 … 3201' } } },
  }),
  'renewal-ahead-order': example('renewal-ahead', {
    ...{ services: SERVICES.slice(0, 1), more: 0, at: later, amount: '36.00 EUR', pay: { by: 'order' }, page: `${PAGE}/servers` },
  }),
  'renewal-due-addon': example('renewal-due', {
    ...{ ...RENEWAL_DUE, services: [{ name: 'Backups (web-1.example.com)', until }], more: 0, pay: TRANSFER },
    addons: { at: until, keepsBackups: true },
  }),
  'renewal-due-addons': example('renewal-due', { ...RENEWAL_DUE, pay: TRANSFER, addons: { at: until, keepsBackups: false } }),
  'services-ended-addon': example('services-ended', {
    ...{ names: ['Backups (web-1.example.com)'], more: 0, at: until, reason: null, copiesUntil: null, isAddons: true },
    page: `${PAGE}/support`,
  }),
  'renewal-due-card': example('renewal-due', { ...RENEWAL_DUE, pay: { by: 'card', digits: '4242' } }),
  'renewal-due-reminder': example('renewal-due', { ...RENEWAL_DUE, pay: TRANSFER, isReminder: true }),
  'renewal-due-reduced': example('renewal-due', { ...RENEWAL_DUE, pay: TRANSFER, reduced: true }),
  'renewal-due-replaced': example('renewal-due', { ...RENEWAL_DUE, pay: TRANSFER, replaced: true }),
  'renewal-due-replaces': example('renewal-due', { ...RENEWAL_DUE, pay: TRANSFER, voidOrders: [5, 6] }),
  'renewal-due-failed-card': example('renewal-due', {
    ...{ ...RENEWAL_DUE, pay: { by: 'failed-card', digits: '4242', transfer: TRANSFER } },
  }),
  'renewal-due-balance': example('renewal-due', { ...RENEWAL_DUE, isLate: true, pay: { by: 'balance', missing: '6.00 EUR' } }),
  'renewal-due-by-hand': example('renewal-due', {
    ...{ services: SERVICES.slice(0, 1), more: 0, debts: [], pay: null, page: `${PAGE}/servers/12/billing` },
  }),
  'renewal-due-suspended': example('renewal-due', { ...RENEWAL_DUE, pay: null, isSuspended: true, page: `${PAGE}/support` }),
  'renewal-due-suspended-by-hand': example('renewal-due', {
    ...{ services: SERVICES.slice(0, 1), more: 0, debts: [], pay: null, isSuspended: true, page: `${PAGE}/support` },
  }),
  'services-suspended-debts': example('services-suspended', {
    ...{ services: SERVICES, ends: later, more: 4, debts: [{ order: 7, amount: '24.00 EUR' }], pay: TRANSFER },
    page: `${PAGE}/orders/7`,
  }),
  'services-suspended-failed-card': example('services-suspended', {
    ...{ services: SERVICES, ends: later, more: 0, debts: [{ order: 7, amount: '24.00 EUR' }] },
    ...{ pay: { by: 'failed-card', digits: '4242', transfer: TRANSFER }, page: `${PAGE}/orders/7` },
  }),
  'services-postponed-card': example('services-postponed', { ...RENEWAL_DUE, pay: { by: 'card', digits: '4242' } }),
  'services-postponed-free': example('services-postponed', { ...RENEWAL_DUE, debts: [], pay: null, page: `${PAGE}/servers` }),
  'services-postponed-suspended': example('services-postponed', {
    ...RENEWAL_DUE,
    pay: null,
    isSuspended: true,
    page: `${PAGE}/support`,
  }),
  'services-resumed-one': example('services-resumed', { services: SERVICES.slice(0, 1), more: 0 }),
  'services-ended-by-staff': example('services-ended', {
    ...{ names: ['web-1.example.com', 'db-1.example.com'], more: 3, at: until, reason: 'It sends spam.', copiesUntil: null },
  }),
  'order-paid-long-names': example('order-paid', {
    ...{ ...ORDER, invoices: [], paid: { by: 'other', name: 'Bitcoin' }, moreRenewed: 0 },
    lines: [{ label: 'L'.repeat(100), detail: `${'long-name-'.repeat(15)}.example.com`, amount: '123456789.00 EUR' }],
    renewed: [{ name: `${'w'.repeat(63)}.${'e'.repeat(63)}.example.com`, until }],
  }),
  'order-void-kept': example('order-void', { ...ORDER, failure: null, isEnding: false, isOrderable: true }),
  'order-void-free': example('order-void', {
    ...{ ...ORDER, net: '0.00 EUR', vat: '0.00 EUR', gross: '0.00 EUR', failure: null, isEnding: false, isOrderable: false },
    isFree: true,
  }),
  'order-void-moved': example('order-void', {
    ...{ ...ORDER, failure: null, isEnding: false, isOrderable: true },
    ...{ reason: VOID_REASONS.end_moved, why: { code: 'end_moved', label: null } },
  }),
  'order-void-ended-early': example('order-void', {
    ...{ ...ORDER, failure: null, isEnding: false, isOrderable: true },
    ...{ reason: endedEarly('addon 12'), why: { code: 'ended_early', label: 'addon 12' } },
  }),
  'order-void-failed': example('order-void', {
    ...{ ...ORDER, isEnding: true, isOrderable: false },
    failure: { amount: '1469.13 EUR', code: 'declined', reason: 'The card was declined.' },
  }),
  'approval-waiting-end': example('approval-waiting', { ...END_REQUEST, reason: 'It sends spam.' }),
  'approval-decided-approved': example('approval-decided', {
    ...{ ...END_REQUEST, given: 'It sends spam.' },
    ...{ isApproved: true, by: 'Bob', reason: null },
  }),
  'services-ended-suspended': example('services-ended', { ...MAIL_EXAMPLES['services-ended'], isSuspended: true }),
  'order-lapsed-suspended': example('order-lapsed', { ...ORDER, until, isSuspended: true }),
  'ticket-answered-resolved': example('ticket-answered', {
    ...{ ticket: 7, subject: 'It hangs', lines: ['Restarted.'], resolved: true, byMail: false },
  }),
};

/** Lists all examples by name. */
export function allMailExamples(): [name: string, MailExample][] {
  const main = Object.entries(MAIL_EXAMPLES) as [MailTemplate, MailExample['data']][];
  return [
    ...main.map(([template, data]): [string, MailExample] => [template, { template, data }]),
    ...Object.entries(MORE_MAIL_EXAMPLES),
  ];
}
