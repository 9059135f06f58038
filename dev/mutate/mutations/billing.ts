import { mutationsOf } from '../mutation.ts';

const CAPS = ['lab/slices/orders/spending-caps.test.ts'];
const CAP_RULE = ['model/spending-cap.test.ts'];
const QUOTES = ['lab/slices/orders/quote-details.test.ts'];
const CODES = ['lab/slices/orders/promo-codes.test.ts'];
const RENEWALS = ['lab/slices/renewals/automatic.test.ts'];

export const BILLING = [
  ...mutationsOf('model/spending-cap.ts', CAP_RULE, [
    ['a cap may be reached', 'spent + amount > cap', 'spent + amount >= cap'],
    ['what costs nothing crosses no cap', 'amount > 0n ?', '(true as boolean) ?'],
  ]),
  ...mutationsOf('model/calendar.ts', CAP_RULE, [
    ['a month is one of UTC', 'at.getUTCFullYear(), at.getUTCMonth(), 1)', 'at.getUTCFullYear(), at.getUTCMonth(), 2)'],
  ]),
  ...mutationsOf('db/ledger/spending.ts', CAPS, [
    ['who is about to spend waits for who spends', 'sql`for no key update`', 'sql``'],
    [
      'without a cap nothing is summed up',
      'h.monthly_cap as cap, case when h.monthly_cap is not null then',
      'h.monthly_cap as cap, case when true then',
    ],
    ["a token's cap counts", 'tokenCap === null ? caps', 'true ? caps'],
  ]),
  ...mutationsOf('domain/orders/spending.ts', CAPS, [
    ['what crosses a cap is refused', "throw new Failure('spending_cap', { message });", 'void message;'],
    ['a renewal is told of once a month', 'from.toISOString().slice(0, 7)', 'id'],
    ['a renewal crosses no cap', '(uncapped ||', '('],
  ]),
  ...mutationsOf('domain/orders/quote.ts', QUOTES, [
    ['a token for certain servers sees no balance', 'readsWholeAccount(cx.actor);', '(true as boolean);'],
  ]),
  ...mutationsOf(
    'http/present/operation.ts',
    ['lab/slices/operations/unfinished.test.ts'],
    [['a token for certain servers sees no email address', 'readsWholeAccount(actor) ?', '(true as boolean) ?']],
  ),
  ...mutationsOf('http/guards/guest-password.ts', QUOTES, [['a quote hashes no password', ' || isQuoteRequest(context)', '']]),
  ...mutationsOf('domain/servers/deploy-check.ts', QUOTES, [
    ['a quote names the way in that it lacks', "if (lacksWayIn(source, request)) missing.push('ssh_keys');", ''],
  ]),
  ...mutationsOf('domain/orders/place.ts', CAPS, [
    ['what waits for its owner is not judged yet', 'autoPay ? reserves.amount : 0n', 'reserves.amount'],
    ['what no customer asks for is past a cap', 'uncapped: !isCustomer(actor)', 'uncapped: false'],
  ]),
  ...mutationsOf('domain/orders/settle.ts', CAPS, [
    ['the token that pays is the one that spends', '      ...originOf(cx.actor),\n', ''],
  ]),
  ...mutationsOf('operations/orders/update.ts', CAPS, [
    ["a token can't spend by another's order", ', ...originOf(cx.actor) });', ' });'],
  ]),
  ...mutationsOf('operations/orders/pay.ts', CAPS, [
    [
      'several orders are judged together',
      'refuseOverCap(cx, balance, cappedAmount(orders));',
      'refuseOverCap(cx, balance, 1n);',
    ],
    [
      'no page is opened past a cap',
      'refuseOverCap(cx, await readSpendable(cx.db, spenderOf(cx, cx.actor.accountId)), cappedAmount(orders));',
      'void readSpendable;',
    ],
  ]),
  ...mutationsOf('domain/payments/post-receipts.ts', CAPS, [
    ['money that comes past a cap is kept', 'const payable = exceeded ? [] : wanted;', 'const payable = wanted;'],
  ]),
  ...mutationsOf('jobs/pay-waiting-orders.ts', CAPS, [
    ['a job pays no order past a cap', ' || findExceededCap(balance.caps, cappedAmount([order]))', ''],
    [
      'an order that a cap stops is not looked at all the time',
      'when o.uncapped or o.gross = 0 then true',
      'when true then true',
    ],
  ]),
  ...mutationsOf('domain/promos/replace.ts', CAPS, [
    ['a renewal that was made longer is an order like others', 'order.uncapped && !isDearer });', 'order.uncapped });'],
  ]),
  ...mutationsOf('operations/servers/quote-scale-addons.ts', CAPS, [
    ['a quote is refused as its order', '  refuseSpending(cx, await', '  void (await'],
  ]),
  ...mutationsOf(
    'model/states/payment.ts',
    ['model/states/payment.test.ts'],
    [
      ['money for a failed payment is taken', "failed: { succeed: 'succeeded' }", 'failed: {}'],
      ['what succeeded stays so', 'succeeded: {},', "succeeded: { fail: 'failed' },"],
      ['what nobody knows of holds its orders', " || state === 'unknown'", ''],
      ['after a lost answer the gateway is asked in time', '[minutes(5), hours(1), days(1)]', '[minutes(5), days(1)]'],
    ],
  ),
  ...mutationsOf(
    'model/payments/charge-limit.ts',
    ['model/payments/charge-limit.test.ts'],
    [
      ['a hard decline is the last try', 'tries.some(({ hardDecline }) => hardDecline)', '(false as boolean)'],
      ['a card is tried 8 times', 'times.length >= MAX_ATTEMPTS || ', ''],
      ['a card is tried for 14 days', ' || now.getTime() - first > WITHIN_MS', ''],
      ['tries are days apart', 'next > now.getTime() ?', '(false as boolean) ?'],
    ],
  ),
  ...mutationsOf(
    'model/pricing/promo.ts',
    ['model/pricing/promo.test.ts'],
    [
      [
        'a code for renewals is not for new servers',
        "promo.applies_to !== 'both' && promo.applies_to !== act",
        '(false as boolean)',
      ],
      ['a code is for its plans', 'promo.planIds !== null && !promo.planIds.includes(planId)', '(false as boolean)'],
      ['a code wants its months', 'months < promo.minimum_billing_cycle', '(false as boolean)'],
      ['the best code counts', 'promo.percentage > (best?.percentage ?? 0)', 'best === null'],
      ['a discount is rounded half up', ' + 50n) / 100n', ') / 100n'],
    ],
  ),
  ...mutationsOf('domain/promos/reserve.ts', CODES, [
    ['the last use of a code is used once', 'await lockPromoCode(cx.db, promo.id);', 'void lockPromoCode;'],
  ]),
  ...mutationsOf(
    'domain/promos/replace.ts',
    ['lab/slices/orders/replace-promo.test.ts'],
    [
      ['an order frees its former use', 'await deletePromoUses(cx.db, order.id);', 'void deletePromoUses;'],
      ['the code of an order stays if it is better', 'code === null ? undefined : own]', 'undefined]'],
    ],
  ),
  ...mutationsOf('domain/promos/require.ts', CODES, [
    ['a code ends', 'promo.valid_until && promo.valid_until <= now', '(false as boolean)'],
    ['a code has so many uses', 'maxUses !== null && uses.all >= maxUses', '(false as boolean)'],
    [
      'an account has so many uses of a code',
      'maxUsesPerAccount !== null && uses.ofAccount >= maxUsesPerAccount',
      '(false as boolean)',
    ],
  ]),
  ...mutationsOf('model/renewals.ts', RENEWALS, [
    ['what is charged too often is charged no more', 'charges >= max;', 'charges >= 99 + max;'],
  ]),
  ...mutationsOf('jobs/renew-services.ts', RENEWALS, [
    [
      'who is parked is charged nothing',
      'return servers.filter(({ account_id }) => !failures.has(account_id));',
      'return [...servers];',
    ],
  ]),
  ...mutationsOf('db/tables/services-due.ts', RENEWALS, [
    [
      'what was ordered is not ordered again',
      "(p.period_from = v.expiry_at or p.state = 'ordered')",
      '(p.period_from < v.created_at)',
    ],
  ]),
];
