import { givenAccount } from '@innkeeper/lab/given';
import { givenTaxJson } from '@innkeeper/lab/given-tax';
import { fixedStep } from '@innkeeper/model/pricing/explanation';
import { plainTax, priceLine } from '@innkeeper/model/pricing/line';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import {
  insertOrder,
  linesOf,
  loadOrders,
  lockOrders,
  markLineRefunded,
  pageOfOrders,
  setOrderLinePeriod,
  updateOrder,
} from './orders.ts';

const line = (label: string, net = 100n) => ({
  label,
  service_type: 'server',
  service_id: 1,
  billing_cycle: 1,
  ...priceLine({ steps: [fixedStep(net)], tax: plainTax(2000) }),
});

describe('orders', () => {
  let lab: TestDatabase;
  let accountId: number;
  beforeAll(async () => {
    lab = await openTestDatabase();
    accountId = (await givenAccount(lab.db)).accountId;
  });
  afterAll(() => lab.close());

  const givenOrder = (labels: string[], fields = {}) =>
    insertOrder(lab.db, {
      account_id: accountId,
      type: 'new-service',
      status: 'awaiting_payment',
      tax: givenTaxJson(),
      net: 100n,
      vat: 20n,
      gross: 120n,
      payment_method: 'balance',
      lines: labels.map((label) => line(label)),
      ...fields,
    });

  it('are loaded with their lines, in the requested order', async () => {
    const a = await givenOrder(['z', 'y', 'x']);
    const b = await givenOrder([]);
    const loaded = await loadOrders(lab.db, [b, 2_000_000_000, a]);
    expect(loaded.map((order) => [order.id, order.lines.map((one) => one.label)])).toEqual([
      [b, []],
      [a, ['z', 'y', 'x']],
    ]);
    expect(loaded[1]).toMatchObject({ gross: 120n, from_balance: 0n, lines: [{ gross: 120n, refunded_at: null }, {}, {}] });
  });

  it('are listed by state, newest first', async () => {
    accountId = (await givenAccount(lab.db)).accountId;
    const first = await givenOrder(['a']);
    const second = await givenOrder(['b']);
    await updateOrder(lab.db, second, { status: 'paid', paid_at: new Date() });
    const ids = async (statuses: ('awaiting_payment' | 'paid' | 'cancelled')[]) =>
      (await pageOfOrders(lab.db, { accountId, statuses, page: 1, perPage: 20 })).rows.map((order) => order.id);
    expect(await ids(['awaiting_payment', 'paid'])).toEqual([second, first]);
    expect(await ids(['paid'])).toEqual([second]);
    expect(await ids(['cancelled'])).toEqual([]);
  });

  it('change line by line', async () => {
    const id = await givenOrder(['a', 'b']);
    const [a, b] = await linesOf(lab.db, [id]);
    const [from, to] = [new Date('2026-01-01'), new Date('2026-02-01')];
    await setOrderLinePeriod(lab.db, a?.id ?? 0, from, to);
    await markLineRefunded(lab.db, b?.id ?? 0, to);
    expect(await linesOf(lab.db, [id])).toMatchObject([
      { label: 'a', period_from: from, period_to: to, refunded_at: null },
      { label: 'b', period_from: null, refunded_at: to },
    ]);
    expect((await lab.db.transaction().execute((trx) => lockOrders(trx, [id, 2_000_000_000]))).map((row) => row.id)).toEqual([
      id,
    ]);
  });

  it('must match the sum of their lines', async () => {
    await expect(givenOrder([], { gross: 121n })).rejects.toThrow('orders_add_up');
    await expect(givenOrder([], { from_balance: 121n })).rejects.toThrow('orders_from_balance_fits');
    await expect(
      insertOrder(lab.db, {
        account_id: accountId,
        type: 'x',
        status: 'paid',
        tax: givenTaxJson(0),
        net: 1n,
        vat: 0n,
        gross: 1n,
        payment_method: 'balance',
        lines: [{ ...line('a'), gross: 1n }],
      }),
    ).rejects.toThrow('order_lines_add_up');
  });
});
