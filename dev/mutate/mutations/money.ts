import { mutationsOf } from '../mutation.ts';

const UNPAID = ['lab/slices/orders/unpaid.test.ts'];
const AUTO_PAY = ['lab/slices/orders/auto-pay.test.ts'];
const ORDERS = ['lab/slices/orders/orders.test.ts'];

export const MONEY = [
  ...mutationsOf(
    'model/pricing/period.ts',
    ['model/pricing/period.test.ts'],
    [
      ['a period ends on the last day of a month that is too short', 'Math.min(day, lastDay)', 'day'],
      ['a renewed term does not drift to an earlier day of the month', 'isBoundary(anchor, until) ?', '(false as boolean) ?'],
      [
        'a period boundary belongs to the period that starts there',
        'boundary(anchor, months) <= at',
        'boundary(anchor, months) < at',
      ],
    ],
  ),
  ...mutationsOf(
    'model/pricing/proration.ts',
    ['model/pricing/proration.test.ts'],
    [
      ['an expired term has no remaining value', 'if (at >= expiresAt) return', 'if (false as boolean) return'],
      ['a clock that runs behind does not increase the remaining value', 'at < anchor && anchor < expiresAt ? anchor : at', 'at'],
      ['a started second counts in full', 'Math.ceil((to', 'Math.floor((to'],
      ['a prorated share is rounded half up', '(price * part * 2n + whole) / (whole * 2n)', '(price * part) / whole'],
      ['cycles paid in advance count in full', 'BigInt(ahead) * price + prorate(', 'prorate('],
      ['an end set by hand is its own billing anchor', 'isBoundary(term.anchor, expiresAt) ?', '(true as boolean) ?'],
    ],
  ),
  ...mutationsOf(
    'model/pricing/moved-end.ts',
    ['model/pricing/moved-end.test.ts'],
    [
      [
        'periods after a moved end do not drift to an earlier day of the month',
        'boundary(end, months).getUTCDate() !== end.getUTCDate()',
        'false as boolean',
      ],
      ['the anchor of a moved end is not later than the previous anchor', 'Math.min(0, monthsUpTo(end, before))', '0'],
      ['free time has no refund value', 'if (due <= sum) continue;', 'continue;'],
      ['rounding errors do not make free time refundable', 'excess(from) + MARGIN', 'excess(from)'],
      ['a moved end does not make earlier discounts refundable', ' - discountLeft(discounts, at)', ''],
      ['the discounts of a moved end allow for months of different lengths', '...endsOf(before, now),', ''],
      ['an end cannot be moved to the past', 'if (end <= now) return', 'if (false as boolean) return'],
      ['an end cannot be moved beyond the maximum number of years', 'end > boundary(now, 12 * maxYears)', 'false as boolean'],
      ['an addon ends no later than its server', ' || end >= after', ''],
      [
        'an addon with less paid time than its server ends at a month boundary',
        'isBoundary(anchor, end) ? end : boundary',
        '(true as boolean) ? end : boundary',
      ],
      ['postponing an end adds no unpaid time', 'end > since ?', '(true as boolean) ?'],
    ],
  ),
  ...mutationsOf(
    'domain/endings/move-end.ts',
    ['lab/slices/renewals/moved-ends.test.ts'],
    [
      [
        'moving an end cancels pending renewals of the old term',
        'await cancelWaitingRenewals(cx, ids, {',
        'void cancelWaitingRenewals; void Object({',
      ],
      ['an end cannot be moved while an order for the service is unpaid', 'if (order === undefined) return;', 'return;'],
      [
        'an earlier end cuts the periods that are paid beyond it',
        'until < before ? await truncatePaidPeriods(cx.db, id, until) : []',
        '[]',
      ],
      ['an earlier end removes the days of grace', '...(until < before ? { suspend_after: null } : {}),', ''],
      [
        'a moved end records free time as a discount',
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
      ['unpaid servers and addresses may reach their limits exactly', 'current + more > max ?', 'current + more >= max ?'],
      ['an order without servers is not checked against the limit of unpaid servers', 'more > 0 && current', 'held'],
      ['the total of unpaid orders may reach its limit exactly', 'amount > limit.amount\n', 'amount >= limit.amount\n'],
    ],
  ),
  ...mutationsOf('domain/orders/limit-unpaid.ts', UNPAID, [
    ['an order beyond the unpaid limits is refused', "if (refusal) throw new Failure('unpaid_limit', { message: refusal });", ''],
    ['an account that has never paid has lower unpaid limits', 'everPaid ? unpaid.paid : unpaid.neverPaid', 'unpaid.paid'],
    ['an account that has never paid has less time to pay', 'everPaid ? orderDueMs :', '(true as boolean) ? orderDueMs :'],
  ]),
  ...mutationsOf('jobs/pay-waiting-orders.ts', AUTO_PAY, [
    ['a suspended account makes no automatic payments', ' and a.suspended_at is null', ''],
    ['the oldest order is paid first', 'order by o.id limit', 'order by o.id desc limit'],
  ]),
  ...mutationsOf('jobs/expire-orders.ts', AUTO_PAY, [
    [
      'an order that the balance covered in time does not expire',
      '  await payWaitingOrders(cx);\n',
      '  void payWaitingOrders;\n',
    ],
  ]),
  ...mutationsOf(
    'db/transaction.ts',
    ['db/transaction.test.ts', 'http/handlers/run.test.ts'],
    [['a quote changes nothing in the database', 'throw ROLL_BACK;', 'return answer.value;']],
  ),
  ...mutationsOf('domain/orders/place.ts', UNPAID, [
    [
      'concurrent orders together stay within the unpaid limits',
      'await limitUnpaid(cx, accountId, reserves)',
      'cx.settings.orderDueMs',
    ],
  ]),
  ...mutationsOf(
    'db/ledger.ts',
    ['db/ledger.test.ts'],
    [
      ['a balance check locks the balance', '.forNoKeyUpdate()', ''],
      [
        'a balance covers an amount that is exactly as high',
        'creditLimit >= amount',
        'creditLimit > amount',
        ['db/ledger.test.ts', ...ORDERS],
      ],
    ],
  ),
  ...mutationsOf('domain/servers/release.ts', ORDERS, [
    ['an order that ends releases its addresses', 'await freeAddresses(db, id, now);', ''],
    ['an order that ends releases its capacity', 'await releaseCapacity(db, server);', ''],
  ]),
  ...mutationsOf(
    'model/states/order.ts',
    ['model/states/order.test.ts'],
    [
      [
        'a paid order cannot be deleted',
        "paid: { give_back: 'cancelled' }",
        "paid: { give_back: 'cancelled', delete: 'cancelled' }",
      ],
    ],
  ),
  ...mutationsOf(
    'operations/balance/get.ts',
    ['operations/balance/get.test.ts'],
    [
      ['a service without automatic renewal is not an upcoming expense', 'top.auto_renew and ', ''],
      ['a service that expires in exactly 30 days is an upcoming expense', 'top.expiry_at <= ', 'top.expiry_at < '],
    ],
  ),
];
