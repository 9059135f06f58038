import { mutationsOf } from '../mutation.ts';

const UNPAID = ['lab/slices/orders/unpaid.test.ts'];
const AUTO_PAY = ['lab/slices/orders/auto-pay.test.ts'];
const ORDERS = ['lab/slices/orders/orders.test.ts'];

export const MONEY = [
  ...mutationsOf(
    'model/pricing/period.ts',
    ['model/pricing/period.test.ts'],
    [
      ['a period ends on the last day of a shorter month', 'Math.min(day, lastDay)', 'day'],
      ['what is renewed does not drift to an earlier day', 'isBoundary(anchor, until) ?', '(false as boolean) ?'],
      ['a boundary belongs to the month that it begins', 'boundary(anchor, months) <= at', 'boundary(anchor, months) < at'],
    ],
  ),
  ...mutationsOf(
    'model/pricing/proration.ts',
    ['model/pricing/proration.test.ts'],
    [
      ['what has expired is worth nothing', 'if (at >= expiresAt) return', 'if (false as boolean) return'],
      ['a clock that is behind makes nothing dearer', 'at < anchor && anchor < expiresAt ? anchor : at', 'at'],
      ['a second that has begun counts', 'Math.ceil((to', 'Math.floor((to'],
      ['a share is rounded half up', '(price * part * 2n + whole) / (whole * 2n)', '(price * part) / whole'],
      ['cycles paid ahead count', 'BigInt(ahead) * price + prorate(', 'prorate('],
      ['an end set by hand is counted from itself', 'isBoundary(term.anchor, expiresAt) ?', '(true as boolean) ?'],
    ],
  ),
  ...mutationsOf(
    'model/pricing/moved-end.ts',
    ['model/pricing/moved-end.test.ts'],
    [
      [
        'an end that is moved does not drift to an earlier day',
        'boundary(end, months).getUTCDate() !== end.getUTCDate()',
        'false as boolean',
      ],
      ['the anchor of a moved end is no later than what was paid', 'Math.min(0, monthsUpTo(end, before))', '0'],
      ['time that was given is worth nothing', 'if (due <= sum) continue;', 'continue;'],
      ['rounding gives nothing back', 'excess(from) + MARGIN', 'excess(from)'],
      ['what codes took off is not given with an end', ' - discountLeft(discounts, at)', ''],
      ['months are not equally long', '...endsOf(before, now),', ''],
      ['no end is moved to the past', 'if (wanted <= now) return', 'if (false as boolean) return'],
      ['no end is moved to decades from now', 'wanted > boundary(now, 12 * maxYears)', 'false as boolean'],
      ['an addon ends no later than its server', ' || end >= after', ''],
      [
        'an addon that is paid for less is renewed by whole months',
        'isBoundary(anchor, end) ? end : boundary',
        '(true as boolean) ? end : boundary',
      ],
      ['time that was not paid is not added', 'end > since ?', '(true as boolean) ?'],
    ],
  ),
  ...mutationsOf(
    'domain/services/move-end.ts',
    ['lab/slices/renewals/moved-ends.test.ts'],
    [
      ['no renewal of the old term waits', 'await cancelWaitingRenewals(cx, ids, {', 'void cancelWaitingRenewals; void Object({'],
      ['an order of its owner is for the term that it has', 'if (order === undefined) return;', 'return;'],
      ['what is paid ahead of an earlier end is cut', 'until < before ? await truncatePaidPeriods(cx.db, id, until) : []', '[]'],
      ['days of grace go with an earlier end', '...(until < before ? { suspend_after: null } : {}),', ''],
      [
        'a gift is kept in mind',
        'discounts: JSON.stringify(discountsAfterMove({ price, discounts, before: old, after, now })),',
        '',
      ],
    ],
  ),
  ...mutationsOf(
    'model/money.ts',
    ['model/money.test.ts', 'model/pricing/order.test.ts'],
    [['VAT is rounded half up', '(raw + half) / FULL :', 'raw / FULL :']],
  ),
  ...mutationsOf(
    'model/unpaid.ts',
    ['model/unpaid.test.ts'],
    [
      ['as many as the limit may wait', 'current + more > max ?', 'current + more >= max ?'],
      ['what holds no server is not judged by servers', 'more > 0 && current', 'held'],
      ['as much money as the limit may wait', 'amount > limit.amount\n', 'amount >= limit.amount\n'],
    ],
  ),
  ...mutationsOf('domain/orders/limit-unpaid.ts', UNPAID, [
    ['more than may wait is refused', "if (refusal) throw new Failure('unpaid_limit', { message: refusal });", ''],
    ['who never paid has the lower limit', 'everPaid ? unpaid.paid : unpaid.neverPaid', 'unpaid.paid'],
    ['who never paid has less time', 'everPaid ? orderDueMs :', '(true as boolean) ? orderDueMs :'],
  ]),
  ...mutationsOf('jobs/pay-waiting-orders.ts', AUTO_PAY, [
    ['a suspended account pays nothing by itself', ' and a.suspended_at is null', ''],
    ['the oldest order is paid first', 'order by o.id limit', 'order by o.id desc limit'],
  ]),
  ...mutationsOf('jobs/expire-orders.ts', AUTO_PAY, [
    ['what was covered in time does not expire', '  await payWaitingOrders(cx);\n', '  void payWaitingOrders;\n'],
  ]),
  ...mutationsOf(
    'db/transaction.ts',
    ['db/transaction.test.ts', 'http/handlers/run.test.ts'],
    [['a quote leaves nothing behind', 'throw ROLL_BACK;', 'return answer.value;']],
  ),
  ...mutationsOf('domain/orders/place.ts', UNPAID, [
    ['a rush of orders is counted one after the other', 'await limitUnpaid(cx, accountId, reserves)', 'cx.settings.orderDueMs'],
  ]),
  ...mutationsOf(
    'db/ledger.ts',
    ['db/ledger.test.ts'],
    [
      ['who asks whether the balance covers holds it', '.forNoKeyUpdate()', ''],
      [
        'a balance covers what is exactly as much',
        'creditLimit >= amount',
        'creditLimit > amount',
        ['db/ledger.test.ts', ...ORDERS],
      ],
    ],
  ),
  ...mutationsOf('domain/servers/release.ts', ORDERS, [
    ['an order that ends frees its addresses', 'await freeAddresses(db, id, now);', ''],
    ['an order that ends gives its capacity back', 'await releaseCapacity(db, server);', ''],
  ]),
  ...mutationsOf(
    'model/states/order.ts',
    ['model/states/order.test.ts'],
    [
      [
        'a paid order is not deleted',
        "paid: { give_back: 'cancelled' }",
        "paid: { give_back: 'cancelled', delete: 'cancelled' }",
      ],
    ],
  ),
  ...mutationsOf(
    'operations/balance/get.ts',
    ['operations/balance/get.test.ts'],
    [
      ['what is not renewed is no expense', 'top.auto_renew and ', ''],
      ['what expires in 30 days to the moment is one', 'top.expiry_at <= ', 'top.expiry_at < '],
    ],
  ),
];
