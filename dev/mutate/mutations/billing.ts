import { mutationsOf } from '../mutation.ts';

const CAPS = ['lab/slices/orders/spending-caps.test.ts'];
const CAP_RULE = ['model/spending-cap.test.ts'];
const QUOTES = ['lab/slices/orders/quote-details.test.ts'];
const CODES = ['lab/slices/orders/promo-codes.test.ts'];
const RENEWALS = ['lab/slices/renewals/automatic.test.ts'];

export const BILLING = [
  ...mutationsOf('model/spending-cap.ts', CAP_RULE, [
    ['spending may reach a cap exactly', 'spent + amount > cap', 'spent + amount >= cap'],
    ['a free order exceeds no cap', 'amount > 0n ?', '(true as boolean) ?'],
  ]),
  ...mutationsOf('model/calendar.ts', CAP_RULE, [
    [
      'a calendar month is one month in UTC',
      'at.getUTCFullYear(), at.getUTCMonth(), 1)',
      'at.getUTCFullYear(), at.getUTCMonth(), 2)',
    ],
  ]),
  ...mutationsOf('db/ledger/spending.ts', CAPS, [
    ['concurrent payments of an account wait for each other', 'sql`for no key update`', 'sql``'],
    [
      'spending is summed only if there is a cap',
      'h.monthly_cap as cap, case when h.monthly_cap is not null then',
      'h.monthly_cap as cap, case when true then',
    ],
    ['the spending cap of a token is enforced', 'tokenCap === null ? caps', 'true ? caps'],
  ]),
  ...mutationsOf('domain/spending.ts', CAPS, [
    ['an order that exceeds a cap is refused', "throw new Failure('spending_cap', { message });", 'void message;'],
    ['an account is notified of renewals over the cap once a month', 'from.toISOString().slice(0, 7)', 'id'],
    ['an exempt order does not count against caps', '(uncapped ||', '('],
  ]),
  ...mutationsOf('domain/orders/quote.ts', QUOTES, [
    ['a quote hides the balance from a server-scoped token', 'readsWholeAccount(cx.actor);', '(true as boolean);'],
  ]),
  ...mutationsOf(
    'present/operation.ts',
    ['lab/slices/operations/unfinished.test.ts'],
    [
      [
        'an operation hides the email address of its requester from a server-scoped token',
        'readsWholeAccount(actor) ?',
        '(true as boolean) ?',
      ],
    ],
  ),
  ...mutationsOf('http/guards/guest-password.ts', QUOTES, [
    ['a quote does not hash a password', ' || isQuoteRequest(context)', ''],
  ]),
  ...mutationsOf('domain/servers/deploy-check.ts', QUOTES, [
    [
      'a quote reports that no SSH key or password is set',
      "if (lacksLoginMethod(source, request)) missing.push('ssh_keys');",
      '',
    ],
  ]),
  ...mutationsOf('domain/orders/place.ts', CAPS, [
    [
      'an order without automatic payment is not checked against caps when it is placed',
      'autoPay ? reserves.amount : 0n',
      'reserves.amount',
    ],
    ['an order that no customer requested is exempt from caps', 'uncapped: !isCustomer(actor)', 'uncapped: false'],
  ]),
  ...mutationsOf('domain/orders/settle.ts', CAPS, [
    ['a paid order counts as spending of the token that paid it', '      ...originOf(cx.actor),\n', ''],
  ]),
  ...mutationsOf('operations/orders/update.ts', CAPS, [
    ['an order that a token changes counts against the cap of that token', ', ...originOf(cx.actor) });', ' });'],
  ]),
  ...mutationsOf('operations/orders/pay.ts', CAPS, [
    [
      'orders that are paid together are checked against caps as a sum',
      'refuseOverCap(cx, balance, cappedAmount(orders));',
      'refuseOverCap(cx, balance, 1n);',
    ],
    [
      'no payment page opens for orders over a cap',
      'refuseOverCap(cx, await readSpendable(cx.db, spenderOf(cx, cx.actor.accountId)), cappedAmount(orders));',
      'void readSpendable;',
    ],
  ]),
  ...mutationsOf('domain/receipts/post-receipts.ts', CAPS, [
    [
      'money that arrives over a cap does not pay its orders',
      'const payable = exceeded ? [] : ordersToPay;',
      'const payable = ordersToPay;',
    ],
  ]),
  ...mutationsOf('jobs/pay-waiting-orders.ts', CAPS, [
    ['the payment job pays no order over a cap', ' || findExceededCap(balance.caps, cappedAmount([order]))', ''],
    [
      'the payment job does not select an order that a cap blocks',
      'when o.uncapped or o.gross = 0 then true',
      'when true then true',
    ],
  ]),
  ...mutationsOf('domain/orders/replace-promo.ts', CAPS, [
    [
      'a renewal that becomes more expensive is no longer exempt from caps',
      'order.uncapped && !isDearer });',
      'order.uncapped });',
    ],
  ]),
  ...mutationsOf('operations/servers/quote-scale-addons.ts', CAPS, [
    ['a quote over a cap is refused like its order', '  refuseSpending(cx, await', '  void (await'],
  ]),
  ...mutationsOf(
    'model/states/payment.ts',
    ['model/states/payment.test.ts'],
    [
      ['a failed payment succeeds if its money arrives later', "failed: { succeed: 'succeeded' }", 'failed: {}'],
      ['a succeeded payment is final', 'succeeded: {},', "succeeded: { fail: 'failed' },"],
      ['a payment with an unknown result keeps its orders open', " || state === 'unknown'", ''],
      [
        'a payment with a lost answer is polled after 5 minutes, 1 hour and 1 day',
        '[minutes(5), hours(1), days(1)]',
        '[minutes(5), days(1)]',
      ],
    ],
  ),
  ...mutationsOf(
    'model/payments/charge-limit.ts',
    ['model/payments/charge-limit.test.ts'],
    [
      ['a card is not charged again after a hard decline', 'tries.some(({ hardDecline }) => hardDecline)', '(false as boolean)'],
      ['a card is charged at most 8 times for an order', 'times.length >= MAX_ATTEMPTS || ', ''],
      ['a card is retried for at most 14 days', ' || now.getTime() - first > WITHIN_MS', ''],
      ['attempts to charge a card are days apart', 'next > now.getTime() ?', '(false as boolean) ?'],
    ],
  ),
  ...mutationsOf(
    'model/pricing/promo.ts',
    ['model/pricing/promo.test.ts'],
    [
      [
        'a promo code for renewals is not valid for new servers',
        "promo.applies_to !== 'both' && promo.applies_to !== act",
        '(false as boolean)',
      ],
      [
        'a promo code is valid only for its plans',
        'promo.planIds !== null && !promo.planIds.includes(planId)',
        '(false as boolean)',
      ],
      ['a promo code requires its minimum billing cycle', 'months < promo.minimum_billing_cycle', '(false as boolean)'],
      ['the promo code with the highest discount applies', 'promo.percentage > (best?.percentage ?? 0)', 'best === null'],
      ['a discount is rounded half up', ' + 50n) / 100n', ') / 100n'],
    ],
  ),
  ...mutationsOf('domain/promos/reserve.ts', CODES, [
    ['the last use of a promo code is granted only once', 'await lockPromoCode(cx.db, promo.id);', 'void lockPromoCode;'],
  ]),
  ...mutationsOf(
    'domain/orders/replace-promo.ts',
    ['lab/slices/orders/replace-promo.test.ts'],
    [
      [
        'replacing the promo code of an order releases its previous use',
        'await deletePromoUses(cx.db, order.id);',
        'void deletePromoUses;',
      ],
      ['an order keeps its promo code if that code is better', 'code === null ? undefined : own]', 'undefined]'],
    ],
  ),
  ...mutationsOf('domain/promos/require.ts', CODES, [
    ['a promo code expires', 'promo.valid_until && promo.valid_until <= now', '(false as boolean)'],
    ['a promo code has a limited number of uses', 'maxUses !== null && uses.all >= maxUses', '(false as boolean)'],
    [
      'a promo code has a limited number of uses per account',
      'maxUsesPerAccount !== null && uses.ofAccount >= maxUsesPerAccount',
      '(false as boolean)',
    ],
  ]),
  ...mutationsOf('model/renewals.ts', RENEWALS, [
    ['a service is charged a limited number of times a day', 'charges >= max;', 'charges >= 99 + max;'],
  ]),
  ...mutationsOf('jobs/renew-services.ts', RENEWALS, [
    [
      'a parked account is not charged',
      'return servers.filter(({ account_id }) => !failures.has(account_id));',
      'return [...servers];',
    ],
  ]),
  ...mutationsOf('db/tables/services-due.ts', RENEWALS, [
    [
      'a period that was already ordered is not ordered again',
      "(p.period_from = v.expiry_at or p.state = 'ordered')",
      '(p.period_from < v.created_at)',
    ],
  ]),
];
