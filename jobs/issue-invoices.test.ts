import { openDatabase } from '@innkeeper/db/connect';
import { refund } from '@innkeeper/db/ledger';
import { verifyLedger } from '@innkeeper/db/ledger/verify';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { lockDueInvoices } from '@innkeeper/db/tables/invoices/due';
import { linesOf, lockOrders, repriceLine } from '@innkeeper/db/tables/orders';
import { refundLine } from '@innkeeper/domain/services/refund-line';
import { expectBooksClean } from '@innkeeper/lab/books';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { givenJobCx } from '@innkeeper/lab/given-cx';
import { givenPaidOrder, givenRefund, givenSeller, givenWaitingOrder, issueNow } from '@innkeeper/lab/given-invoices';
import { givenTax } from '@innkeeper/lab/given-tax';
import { openOperator } from '@innkeeper/lab/operator';
import { fixedStep } from '@innkeeper/model/pricing/explanation';
import { plainTax, priceLine } from '@innkeeper/model/pricing/line';
import type { LastNumbers } from '@innkeeper/model/recovery/invoice-numbers';
import { systemClock } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { settlePendingTaxes } from './settle-pending-tax.ts';

let lab: TestDatabase;
let me: GivenAccount;
beforeAll(async () => {
  lab = await openTestDatabase({ max: 20 });
});
beforeEach(async () => {
  await givenSeller(lab.db);
  me = await givenAccount(lab.db);
});
afterAll(async () => {
  expect(await verifyLedger(lab.db)).toEqual([]);
  await lab.close();
});

const invoicesOf = (orderId: number) =>
  lab.db
    .selectFrom('invoices')
    .innerJoin('invoice_orders', 'invoice_orders.invoice_id', 'invoices.id')
    .selectAll('invoices')
    .where('order_id', '=', orderId)
    .orderBy('invoices.id')
    .execute();

/** Lowers the price of an order with one line to 3.60. */
async function reprice(db: typeof lab.db, order: number): Promise<void> {
  const [line] = await linesOf(db, [order]);
  await repriceLine(db as never, line?.id ?? 0, priceLine({ steps: [fixedStep(300n)], tax: plainTax(2000) }));
  await db.updateTable('orders').set({ net: 300n, vat: 60n, gross: 360n }).where('id', '=', order).execute();
}

/** Lists ledger entries without a matching invoice, and gaps and duplicates in series. */
async function mismatches(): Promise<unknown[]> {
  const { rows } = await sql`
    select 'order' as what, e.order_id::text as which from ledger_entries e
    join ledger_postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.ledger_account_id
    left join lateral (
      select sum(net) as net, sum(vat) as vat from invoices i join ledger_entries own on own.id = i.entry_id
      where own.order_id = e.order_id) as i on true
    where e.kind in ('payment', 'refund')
    group by e.order_id, i.net, i.vat
    having coalesce(sum(p.amount) filter (where a.kind = 'revenue'), 0) is distinct from i.net
      or coalesce(sum(p.amount) filter (where a.kind = 'vat_payable'), 0) is distinct from i.vat
    union all
    select 'series', s.type from invoice_series s left join invoices i on i.type = s.type
    group by s.type, s.last
    having count(i.id) + (select coalesce(sum(g.last - g.first + 1), 0) from invoice_gaps g where g.type = s.type) <> s.last or coalesce(max(i.number), 0) <> s.last`.execute(
    lab.db,
  );
  return rows;
}

describe('a payment', () => {
  it('gets an original with all data known at that time', async () => {
    const order = await givenPaidOrder(lab.db, { accountId: me.accountId, nets: [399n, 1000n] });
    expect(await issueNow(lab.db)).toBe(1);
    const [invoice, ...others] = await invoicesOf(order);
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({ type: 'original', net: 1399n, vat: 280n, gross: 1679n, account_id: me.accountId });
    expect(invoice?.document).toMatchObject({
      seller: { name: 'Alpen Hosting GmbH', vat_number: 'ATU12345678', country_name: 'Austria' },
      buyer: { name: 'Given', country: 'AT', email: me.email },
      orders: [order],
      lines: [
        {
          label: 'Line 1',
          net: '399',
          vat: '80',
          category: 'S',
          rate_bp: 2000,
          words: ['Fixed price: EUR 3.99.', 'VAT of 20 % on EUR 3.99: EUR 0.80.'],
        },
        { label: 'Line 2', gross: '1200' },
      ],
      vat_groups: [{ base: '1399', vat: '280' }],
      paid: { method: 'balance' },
    });
    expect(await issueNow(lab.db)).toBe(0);
  });

  it('stays unchanged after any change of buyer or seller', async () => {
    const order = await givenPaidOrder(lab.db, { accountId: me.accountId });
    await issueNow(lab.db);
    const before = await invoicesOf(order);
    await lab.db.updateTable('accounts').set({ name: 'Another' }).where('id', '=', me.accountId).execute();
    await lab.db.updateTable('seller').set({ name: 'Another' }).execute();
    expect(await invoicesOf(order)).toEqual(before);
    await expect(lab.db.updateTable('invoices').set({ net: 1n }).execute()).rejects.toThrow('append-only');
    await expect(lab.db.deleteFrom('invoices').execute()).rejects.toThrow('append-only');
  });

  it('with so many lines that rounding differences add up gets several invoices', async () => {
    // Half a cent each, at 10 %.
    const order = await givenPaidOrder(lab.db, {
      accountId: me.accountId,
      nets: Array.from({ length: 300 }, () => 25n),
      tax: givenTax(1000),
    });
    await issueNow(lab.db);
    const invoices = await invoicesOf(order);
    expect(invoices.map(({ part, net, document }) => [part, net, document.part.of])).toEqual([
      [1, 4975n, 2],
      [2, 2525n, 2],
    ]);
    expect(await mismatches()).toEqual([]);
  });

  it('waits while the VAT number is unchecked, without blocking others', async () => {
    await lab.db
      .updateTable('accounts')
      .set({ company: true, company_name: 'Sønner', vat_number: 'DK12345674' })
      .where('id', '=', me.accountId)
      .execute();
    const evidence = { ...givenTax().evidence, company: true, vatNumber: 'DK12345674' };
    const waiting = await givenPaidOrder(lab.db, {
      accountId: me.accountId,
      nets: [399n, 200n],
      tax: givenTax(2500, { country: 'DK', pending: true, evidence }),
    });
    await givenRefund(lab.db, { orderId: waiting, net: 200n });
    const other = await givenPaidOrder(lab.db, { accountId: (await givenAccount(lab.db)).accountId });
    await issueNow(lab.db);
    expect([await invoicesOf(waiting), await invoicesOf(other)]).toMatchObject([[], [{ type: 'original' }]]);

    const check = { account_id: me.accountId, vat_number: 'DK12345674', consultation_number: 'WAPIAAA1' };
    await lab.db
      .insertInto('vat_checks')
      .values({ ...check, verdict: 'valid', checked_at: new Date() })
      .execute();
    expect(await issueNow(lab.db)).toBe(0);
    await settlePendingTaxes(givenJobCx(lab.db));
    expect(await issueNow(lab.db)).toBe(2);
    // The VAT was refunded before any invoice was issued, so the documents contain no VAT. The waiting credit note follows.
    const [original, note, ...others] = await invoicesOf(waiting);
    expect(others).toEqual([]);
    expect(original).toMatchObject({ type: 'original', net: 599n, vat: 0n });
    expect(original?.document).toMatchObject({
      lines: [{ words: ['Fixed price: EUR 3.99.', 'No VAT on EUR 3.99. Reverse charge.'] }, { label: 'Line 2' }],
      vat_groups: [{ category: 'AE', reason: 'Reverse charge' }],
      notes: [expect.stringContaining('WAPIAAA1')],
      buyer: { name: 'Sønner', vat_number: 'DK12345674' },
    });
    expect(note).toMatchObject({ type: 'credit-note', net: -200n, vat: 0n });
    // A document that states VAT makes it payable.
    expect(JSON.stringify([original?.document, note?.document])).not.toMatch(/VAT of/);
    expect(await lab.db.selectFrom('invoices_due').selectAll().execute()).toEqual([]);
  });

  it('does not wait for a number that the account has removed', async () => {
    const evidence = { ...givenTax().evidence, company: true, vatNumber: 'DK12345674' };
    const order = await givenPaidOrder(lab.db, { accountId: me.accountId, tax: givenTax(2500, { pending: true, evidence }) });
    await issueNow(lab.db);
    expect(await invoicesOf(order)).toMatchObject([
      { vat: 100n, document: { notes: [expect.stringContaining('DK12345674 had not been confirmed')] } },
    ]);
  });

  it('waits for a seller, and alerts the operator', async () => {
    await lab.db.updateTable('seller').set({ name: '' }).execute();
    const order = await givenPaidOrder(lab.db, { accountId: me.accountId });
    expect(await issueNow(lab.db)).toBe(0);
    expect(await openAlerts(lab.db)).toMatchObject([{ kind: 'seller_unnamed' }]);
    await givenSeller(lab.db);
    await issueNow(lab.db);
    expect(await invoicesOf(order)).toHaveLength(1);
    expect(await openAlerts(lab.db)).toEqual([]);
  });
});

describe('numbers', () => {
  it('are in the journal before they are committed', async () => {
    const order = await givenPaidOrder(lab.db, { accountId: me.accountId });
    const lines: LastNumbers[] = [];
    const journal = {
      async append(last: LastNumbers) {
        lines.push(last);
        expect(await invoicesOf(order)).toEqual([]);
      },
    };
    await issueNow(lab.db, systemClock, journal);
    expect(lines).toEqual([expect.objectContaining({ original: (await invoicesOf(order))[0]?.number })]);
  });

  it('are not assigned if the journal cannot be written', async () => {
    const order = await givenPaidOrder(lab.db, { accountId: me.accountId });
    await issueNow(lab.db, systemClock, { append: () => Promise.reject(new Error('the disk is full')) }).catch(() => undefined);
    expect(await invoicesOf(order)).toEqual([]);
    await lab.db.deleteFrom('due_failures').execute();
    await lab.db.updateTable('operator_alerts').set({ resolved_at: new Date() }).where('kind', '=', 'due_failed').execute();
    await issueNow(lab.db);
    expect(await invoicesOf(order)).toHaveLength(1);
  });

  it('wait for the operator after a restore without a journal, with one alert, and leave a gap', async () => {
    const operator = openOperator({ db: lab.db });
    const order = await givenPaidOrder(lab.db, { accountId: me.accountId });
    await lab.db.updateTable('invoice_series').set({ unknown_since: new Date() }).execute();
    const { last } = await lab.db
      .selectFrom('invoice_series')
      .select('last')
      .where('type', '=', 'original')
      .executeTakeFirstOrThrow();
    for (const _ of [1, 2]) expect(await issueNow(lab.db)).toBe(0);
    expect(await openAlerts(lab.db)).toMatchObject([{ kind: 'invoice_numbers_unknown' }]);
    await expect(operator.run('continueInvoices', { series: 'original', number: last - 1 })).rejects.toMatchObject({
      code: 'validation',
    });
    const reply = await operator.run('continueInvoices', { series: 'original', number: last + 5 });
    expect(reply).toEqual({
      ...{ series: 'original', last: last + 5, gap: { first: last + 1, last: last + 5 }, waiting: ['credit-note', 'proform'] },
    });
    expect(await issueNow(lab.db)).toBe(0);
    for (const { type, last: known } of await lab.db
      .selectFrom('invoice_series')
      .selectAll()
      .where('type', '<>', 'original')
      .execute())
      await operator.run('continueInvoices', { series: type, number: known });
    await expect(operator.run('continueInvoices', { series: 'original', number: 9_000 })).rejects.toMatchObject({
      code: 'wrong_state',
    });
    expect(await openAlerts(lab.db)).toEqual([]);
    await issueNow(lab.db);
    expect(await invoicesOf(order)).toMatchObject([{ number: last + 6 }]);
    await expectBooksClean(lab.db);
  });
});

describe('a refund', () => {
  it('gets a credit note with negative amounts and the number of the corrected invoice', async () => {
    const orderId = await givenPaidOrder(lab.db, { accountId: me.accountId, nets: [399n, 1000n, 500n] });
    await issueNow(lab.db);
    await givenRefund(lab.db, { orderId, net: 399n });
    await givenRefund(lab.db, { orderId, net: 500n });
    await issueNow(lab.db);
    const [original, first, second] = await invoicesOf(orderId);
    expect([first, second]).toMatchObject([
      { type: 'credit-note', net: -399n, vat: -80n, gross: -479n, document: { lines: [{ label: 'Line 1' }], gross: '479' } },
      { type: 'credit-note', net: -500n, document: { lines: [{ label: 'Line 3' }] } },
    ]);
    for (const note of [first, second]) expect(note?.document.corrects).toMatchObject([{ number: original?.document.number }]);
    expect(await mismatches()).toEqual([]);
  });

  it('names the refunded line, even if another line has the same price', async () => {
    const orderId = await givenPaidOrder(lab.db, { accountId: me.accountId, nets: [399n, 399n] });
    const lines = await linesOf(lab.db, [orderId]);
    await lab.db.transaction().execute(async (trx) => {
      const cx = { ...givenJobCx(trx), db: trx };
      await refundLine(cx, { orderId, lineId: lines[1]?.id ?? 0, reason: 'It could not be delivered.' });
    });
    await issueNow(lab.db);
    const [, note] = await invoicesOf(orderId);
    expect(note?.document.lines).toMatchObject([{ label: 'Line 2' }]);
  });

  it('is issued after its original if both are due', async () => {
    const orderId = await givenPaidOrder(lab.db, { accountId: me.accountId });
    await givenRefund(lab.db, { orderId, net: 399n });
    expect(await issueNow(lab.db)).toBe(2);
    expect((await invoicesOf(orderId)).map(({ type }) => type)).toEqual(['original', 'credit-note']);
  });
});

describe('an unpaid order', () => {
  it('gets a proform that explains how to pay, and another one when its price changes', async () => {
    await givenSeller(lab.db, { iban: 'AT611904300234573201' });
    const order = await givenWaitingOrder(lab.db, { accountId: me.accountId });
    await issueNow(lab.db);
    const [proform] = await invoicesOf(order);
    expect(proform).toMatchObject({
      type: 'proform',
      entry_id: null,
      gross: 479n,
      document: { due: { reference: proform?.document.number, bank: { iban: 'AT611904300234573201' } }, paid: null },
    });
    await reprice(lab.db, order);
    await issueNow(lab.db);
    const issued = (await invoicesOf(order)).map(({ gross, document }) => `${gross} ${document.notes.join()}`).join('; ');
    expect(issued).toMatch(new RegExp(`^479 ; 360 .* ${proform?.document.number}, because the amount of the order`));
  });

  it('gets another one if the order changes while a worker issues the earlier one', async () => {
    const order = await givenWaitingOrder(lab.db, { accountId: me.accountId });
    let issuing: Promise<number> | undefined;
    await lab.db.transaction().execute(async (trx) => {
      await lockOrders(trx, [order]);
      issuing = issueNow(lab.db);
      issuing.catch(() => {});
      // The worker has read the order, and waits to refer to it.
      const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waits.execute(lab.db)).rows.length, { timeout: 20_000 }).toBe(1);
      await reprice(trx, order);
    });
    await issuing;
    await issueNow(lab.db);
    expect((await invoicesOf(order)).map(({ gross }) => gross)).toEqual([479n, 360n]);
  });

  it('is one for all changes that wait', async () => {
    const order = await givenWaitingOrder(lab.db, { accountId: me.accountId });
    await reprice(lab.db, order);
    expect(await issueNow(lab.db)).toBe(1);
    expect((await invoicesOf(order)).map(({ gross }) => gross)).toEqual([360n]);
    expect(await lab.db.selectFrom('invoices_due').selectAll().execute()).toEqual([]);
  });

  it('gets none after it was paid or cancelled', async () => {
    const order = await givenWaitingOrder(lab.db, { accountId: me.accountId });
    await lab.db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', order).execute();
    expect(await issueNow(lab.db)).toBe(0);
    expect(await invoicesOf(order)).toEqual([]);
    expect(await lab.db.selectFrom('invoices_due').selectAll().execute()).toEqual([]);
  });
});

test('200 concurrent payments and several issuers, one repeatedly killed: no gap, no duplicate, correct VAT', async () => {
  const accounts = await Promise.all(Array.from({ length: 10 }, () => givenAccount(lab.db)));
  const paying = Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      const accountId = accounts[i % accounts.length]?.accountId ?? 0;
      const orderId = await givenPaidOrder(lab.db, { accountId, nets: [BigInt(100 + i), 399n] });
      if (i % 5 === 0) await givenRefund(lab.db, { orderId, net: 399n });
    }),
  );
  let done = false;
  const issuing = Array.from({ length: 3 }, async () => {
    while (!done) await issueNow(lab.db);
  });
  const doomed = openDatabase({ url: lab.url, applicationName: 'doomed', onIdleError: () => {} });
  const killed = (async () => {
    while (!done) await issueNow(doomed.db).catch(() => {});
  })();
  let kills = 0;
  const killing = (async () => {
    while (!done) {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'doomed' and state <> 'idle'`.execute(
        lab.db,
      );
      kills += rows.length;
    }
  })();
  await paying;
  done = true;
  await Promise.all([...issuing, killed, killing]);
  await doomed.close();
  expect(kills).toBeGreaterThan(0);
  await issueNow(lab.db);
  expect(await lab.db.selectFrom('invoices_due').selectAll().execute()).toEqual([]);
  expect(await mismatches()).toEqual([]);
  expect(await openAlerts(lab.db)).toEqual([]);
});

test('all invoices match the ledger', () => expectBooksClean(lab.db));

// Last test: it leaves an entry without an invoice.
test('refuses a refund above the invoiced amount with an alert, without blocking others', async () => {
  const orderId = await givenPaidOrder(lab.db, { accountId: me.accountId });
  const wrong = { accountId: me.accountId, orderId, net: 300n, vat: 60n, tax: givenTax(), description: 'Wrong', now: new Date() };
  for (let n = 1; n <= 2; n += 1) await lab.db.transaction().execute((trx) => refund(trx, wrong));
  const other = await givenPaidOrder(lab.db, { accountId: (await givenAccount(lab.db)).accountId });
  await issueNow(lab.db);
  await issueNow(lab.db);
  expect((await invoicesOf(orderId)).map(({ net }) => net)).toEqual([399n, -300n]);
  expect(await invoicesOf(other)).toHaveLength(1);
  expect(await openAlerts(lab.db)).toMatchObject([{ kind: 'due_failed', message: expect.stringContaining('less left') }]);
});

test('locks as many due invoices as the line limit allows, but at least one', async () => {
  const orders: number[] = [];
  for (const nets of [[1n, 2n], [3n, 4n], [5n]]) orders.push(await givenPaidOrder(lab.db, { accountId: me.accountId, nets }));
  const held = (lines: number) =>
    lab.db
      .transaction()
      .execute(async (trx) => (await lockDueInvoices(trx, { documents: 10, lines })).map((one) => one.order_id));
  expect([await held(1), await held(4), await held(5)]).toEqual([orders.slice(0, 1), orders.slice(0, 2), orders]);
  expect(await issueNow(lab.db)).toBe(3);
});
