/** Keys of money: orders, renewals, and how payments come in. */
import { key, optional } from '../key.ts';
import { duration, flag, list, money, oneOf, text, whole } from '../kinds.ts';
import { isWebUrl, isWord } from '../text-forms.ts';

export const MONEY_KEYS = {
  'money.currency': key(
    'The currency of all prices, invoices and accounts, as ISO 4217 names it. It cannot change once money was booked.',
    text('a currency of ISO 4217 with two decimals, such as EUR or CHF', isCurrency),
    'EUR',
    { apply: 'fixed' },
  ),
  'money.order_due': key('How long an unpaid order keeps what it reserves.', duration('10m', '60d'), '3d'),
  'money.order_due_never_paid': key('The same for an account that never paid.', duration('5m', '60d'), '30m'),
  'money.unpaid.never_paid.servers': key('Servers that an account that never paid may hold unpaid.', whole(0, 1000), 1),
  'money.unpaid.never_paid.addresses': key('Addresses that it may hold unpaid.', whole(0, 1000), 1),
  'money.unpaid.never_paid.amount': key('The total of its unpaid orders, VAT included.', money('1000000.00'), '500.00'),
  'money.unpaid.paid.servers': key('Servers that an account that has paid before may hold unpaid.', whole(0, 1000), 10),
  'money.unpaid.paid.addresses': key('Addresses that it may hold unpaid.', whole(0, 1000), 20),
  'money.unpaid.paid.amount': key('The total of its unpaid orders, VAT included.', money('1000000.00'), '2000.00'),
  'money.renew_days_ahead': key('Days before their expiry on which services are renewed.', whole(1, 28), 7),
  'money.charges_a_day': key(
    'Automatic charges of one service a day. One more stops the automatic charges of its account until somebody has looked.',
    whole(1, 100),
    3,
  ),
  'money.remind_days': key(
    'Days before the expiry of an unpaid service on which its owner is reminded, the longest first.',
    list(whole(1, 60), 10),
    [7, 3, 1],
  ),
  'money.remind_end_days': key('Days before a suspended service ends on which its owner is reminded.', whole(1, 28), 2),
  'money.suspended_kept': key('How long a suspended service is kept before it ends.', duration('1d', '365d'), '7d'),
  'money.postpone_most': key(
    'How long past the end of what is paid the staff may postpone the suspension of a service.',
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
    'What one member of the staff may credit, refund and give in time within 24 hours without a second person.',
    money('1000000.00'),
    '100.00',
  ),
  'payments.trial': key(
    'Nobody here is a real customer: the sandbox takes payments, and a live key of Stripe is refused. It has no effect unless the API listens on loopback alone, without a proxy or a public URL beyond it.',
    flag(),
    false,
    { apply: 'restart' },
  ),
  'payments.return_url': optional(
    'The page to which a gateway sends a customer back. Without it this is the public URL of the API.',
    text('an http or https URL', isWebUrl),
    'https://panel.example.com/paid',
    { readers: ['worker', 'cli'], apply: 'restart' },
  ),
  'payments.stripe.secret_key': optional('The secret key of Stripe.', text('a key without blanks', isWord), 'key-of-stripe', {
    readers: ['worker'],
    apply: 'restart',
    secret: true,
    aliases: ['INNKEEPER_STRIPE_SECRET_KEY'],
  }),
  'payments.stripe.webhook_secret': optional(
    'The secret with which Stripe signs its webhooks to /webhooks/stripe.',
    text('a secret without blanks', isWord),
    'secret-of-stripe',
    { readers: ['api'], apply: 'restart', secret: true, aliases: ['INNKEEPER_STRIPE_WEBHOOK_SECRET'] },
  ),
  'payments.vat_numbers': key(
    'Who judges VAT numbers: the service VIES of the European Union, or check digits alone where nothing may be asked.',
    oneOf('vies', 'offline'),
    'vies',
    { readers: ['worker', 'cli'], apply: 'restart', aliases: ['INNKEEPER_VAT_NUMBERS'] },
  ),
};

/** `Intl` knows how many decimals each currency has, from ISO 4217's list in CLDR. */
function isCurrency(code: string): boolean {
  if (!Intl.supportedValuesOf('currency').includes(code)) return false;
  return new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits === 2;
}
