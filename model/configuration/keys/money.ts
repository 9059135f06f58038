/** Keys of money: orders, renewals and payments. */
import { key, optional } from '../key.ts';
import { duration, flag, list, money, oneOf, text, whole } from '../kinds.ts';
import { isWord } from '../text-forms.ts';

export const MONEY_KEYS = {
  'money.currency': key(
    'Currency of all prices, invoices and accounts, by its ISO 4217 code. It cannot change after the first booking.',
    text('a currency of ISO 4217 with two decimals, such as EUR or CHF', isCurrency),
    'EUR',
    { apply: 'fixed' },
  ),
  'money.order_due': key('Time that an unpaid order keeps its reservations.', duration('10m', '60d'), '3d'),
  'money.order_due_never_paid': key(
    'Time that an unpaid order keeps its reservations, for an account that has never paid.',
    duration('5m', '60d'),
    '30m',
  ),
  'money.unpaid.never_paid.servers': key('Number of unpaid servers of an account that has never paid.', whole(0, 1000), 1),
  'money.unpaid.never_paid.addresses': key('Number of unpaid addresses of an account that has never paid.', whole(0, 1000), 1),
  'money.unpaid.never_paid.amount': key(
    'Total of the unpaid orders of an account that has never paid, VAT included.',
    money('1000000.00'),
    '500.00',
  ),
  'money.unpaid.paid.servers': key('Number of unpaid servers of an account that has paid before.', whole(0, 1000), 10),
  'money.unpaid.paid.addresses': key('Number of unpaid addresses of an account that has paid before.', whole(0, 1000), 20),
  'money.unpaid.paid.amount': key(
    'Total of the unpaid orders of an account that has paid before, VAT included.',
    money('1000000.00'),
    '2000.00',
  ),
  'money.renew_days_ahead': key('Number of days before their expiry at which services are renewed.', whole(1, 28), 7),
  'money.charges_a_day': key(
    'Number of automatic charges of one service per day. Beyond that, automatic charges of the account stop until staff resume them.',
    whole(1, 100),
    3,
  ),
  'money.remind_days': key(
    'Days before the expiry of an unpaid service at which its owner is reminded, longest first.',
    list(whole(1, 60), 10),
    [7, 3, 1],
  ),
  'money.remind_end_days': key(
    'Number of days before the end of a suspended service at which its owner is reminded.',
    whole(1, 28),
    2,
  ),
  'money.announce_days': key(
    'Days before an automatic renewal of services with a cycle of 3 months or more at which their owner is told. 0 for never.',
    whole(0, 60),
    14,
  ),
  'money.suspended_kept': key('Time that a suspended service is kept before it ends.', duration('1d', '365d'), '7d'),
  'money.postpone_most': key(
    'Longest time past the paid period to which staff can postpone a suspension.',
    duration('1d', '365d'),
    '90d',
  ),
  'money.farthest_end_years': key('Years from now up to which the staff may move the end of a service.', whole(1, 20), 5),
  'money.time_to_pay': key(
    'Time to pay expired services once an account is no longer suspended or parked.',
    duration('1h', '60d'),
    '3d',
  ),
  'staff.daily_limit': key(
    'Amount that a staff member may credit, refund or add as paid time in 24 hours without a second person.',
    money('1000000.00'),
    '100.00',
  ),
  'payments.trial': key(
    'True for a trial without real customers: the sandbox accepts payments, and a live key of Stripe is refused.',
    flag(),
    false,
    { apply: 'restart' },
  ),
  'payments.stripe.secret_key': optional('Secret key of Stripe.', text('a key without blanks', isWord), 'key-of-stripe', {
    readers: ['worker'],
    apply: 'restart',
    secret: true,
    aliases: ['INNKEEPER_STRIPE_SECRET_KEY'],
  }),
  'payments.stripe.webhook_secret': optional(
    'Secret that Stripe signs its webhooks to /webhooks/stripe with.',
    text('a secret without blanks', isWord),
    'secret-of-stripe',
    { readers: ['api'], apply: 'restart', secret: true, aliases: ['INNKEEPER_STRIPE_WEBHOOK_SECRET'] },
  ),
  'payments.vat_numbers': key(
    'Verification of VAT numbers: the service VIES of the European Union, or check digits only, without requests to others.',
    oneOf('vies', 'offline'),
    'vies',
    { readers: ['worker', 'cli'], apply: 'restart', aliases: ['INNKEEPER_VAT_NUMBERS'] },
  ),
};

/** Returns whether a code is a currency with two decimals. `Intl` has the decimals of each currency from the ISO 4217 data in CLDR. */
function isCurrency(code: string): boolean {
  if (!Intl.supportedValuesOf('currency').includes(code)) return false;
  return new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits === 2;
}
