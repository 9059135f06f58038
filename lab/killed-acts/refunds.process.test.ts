/**
 * Kills API and worker at each write of a refund by staff, from its request to the mail. Refunds by hand are killed at their marks, too.
 * Money moves once, the gateway gets one refund, and each fact becomes one mail.
 */
import fs from 'node:fs';
import { hours, minutes } from '@innkeeper/model/time/clock';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { requestOf } from '../app.ts';
import { expectBooksClean } from '../books.ts';
import { type GivenAccount, givenAccount } from '../given.ts';
import { givenSeller } from '../given-invoices.ts';
import { givenPaymentMethods } from '../given-payments.ts';
import { type GivenStaff, givenStaff } from '../given-staff.ts';
import { type Operator, openOperator } from '../operator.ts';
import { type Act, killAtEachPoint, type MortalLab, openMortalLab } from './lab.ts';
import { refundCalls } from './points.ts';

const IBAN = 'AT611904300234573201';

// Without a draw an act dies up to 40 times. A killed process takes seconds to start on a busy machine.
vi.setConfig({ testTimeout: 1_800_000 });

let lab: MortalLab;
let operator: Operator;
beforeAll(async () => {
  lab = await openMortalLab();
  operator = openOperator(lab);
  await givenSeller(lab.db);
  await givenPaymentMethods(lab.db);
});
afterAll(() => lab?.close());

interface Paid {
  me: GivenAccount;
  /** Persons who refund the order and who mark its refund. Each case has its own, because a person may move only so much a day. */
  staff: GivenStaff;
  marker: GivenStaff;
  order: number;
  payment: number;
}

/** Inserts an order of 60.00 that was paid by card or transfer, and a person who may refund it. */
async function paid(by: 'card' | 'bank'): Promise<Paid> {
  const me = await givenAccount(lab.db);
  const [staff, marker] = [await givenStaff(lab.db, { role: 'billing' }), await givenStaff(lab.db, { role: 'billing' })];
  const { id: order } = await operator.run('addOrder', { account: me.email, lines: ['Setup=50.00'] });
  await lab.send(requestOf('payOrders', { body: { order_ids: [order], payment_method: by } }, { token: me.token }));
  await lab.work('workflows');
  lab.clock.pass(minutes(1));
  if (by === 'card') await lab.work('poll payments');
  const { id: payment = 0 } = (await operator.run('listPayments', { account: me.email })).data[0] ?? {};
  if (by === 'bank') await operator.run('confirmPayment', { payment });
  await lab.work('issue invoices');
  lab.clock.pass(minutes(2));
  await lab.work('compose mails');
  return { me, staff, marker, order, payment };
}

const post = ({ token }: GivenStaff, path: string, payload: object): InjectOptions => ({
  method: 'POST',
  url: `/v1/operator${path}`,
  headers: { authorization: `Bearer ${token}`, 'idempotency-key': path },
  payload,
});

const refund = ({ staff, order }: Paid, more: object = {}): InjectOptions =>
  post(staff, `/orders/${order}/refund`, { reason: 'Sorry for the outage.', ...more });

/** Inserts a paid order whose refund to the payer waits for the worker. */
async function refunded(by: 'card' | 'bank', more: object = {}): Promise<Paid> {
  const given = await paid(by);
  const { status, text } = await lab.send(refund(given, { to: 'payer', ...more, ...(by === 'bank' && { iban: IBAN }) }));
  expect(status, text).toBe(200);
  return given;
}

/** Returns all that a refund changes for its customer and its person. */
async function read({ me, staff, marker }: Paid): Promise<unknown> {
  const { accountId: id } = me;
  const { rows } = await sql`
    select
      (select array_agg(gross::text || case when to_payer then ' to payer' else ' to balance' end)
        from (select r.id, r.to_payer, sum(l.net + l.vat) as gross from order_refunds r join order_refund_lines l on l.refund_id = r.id
          join orders o on o.id = r.order_id where o.account_id = ${id} group by r.id) as r) as refunds,
      (select array_agg(r.state || case when r.by_hand then ' by hand' else '' end) from payment_refunds r
        join payments p on p.id = r.payment_id where p.account_id = ${id}) as payouts,
      (select count(*)::int from workflows where kind = 'payment.refund' and account_id = ${id}) as workflows,
      (select array_agg(kind order by id) from ledger_entries where account_id = ${id}) as entries,
      (select balance::text from ledger_accounts where account_id = ${id}) as balance,
      (select array_agg(action order by id) from audit_log where account_id = ${id}
        and action in ('refundOrder', 'payment.refunded', 'payment.refund-failed', 'settleRefund', 'failRefund')) as audit,
      (select count(*)::int from invoices_due where account_id = ${id} and type = 'credit-note') as notes_due,
      (select count(*)::int from invoices where account_id = ${id} and type = 'credit-note') as notes,
      (select array_agg(kind || ' ' || cardinality(ids) order by kind) from mails_due where account_id = ${id}) as mails_due,
      (select array_agg(template order by template) from mails
        where account_id = ${id} and template in ('order-refunded', 'payout-sent', 'payout-returned')) as mails,
      (select array_agg(a.resolved_at is null) from operator_alerts a join payment_refunds r on a.key = 'refund:' || r.id
        join payments p on p.id = r.payment_id where p.account_id = ${id}) as open_alerts,
      (select count(*)::int from staff_idempotency_keys where staff_id in (${staff.id}, ${marker.id})) as replies`.execute(
    lab.db,
  );
  return rows[0];
}

const REQUESTED = {
  refunds: ['6000 to payer'],
  payouts: ['pending'],
  workflows: 1,
  entries: ['deposit', 'payment', 'refund', 'withdrawal'],
  balance: '0',
  audit: ['payment.refunded', 'refundOrder'],
  notes_due: 1,
  notes: 0,
  mails_due: null,
  mails: null,
  open_alerts: null,
  replies: 1,
};
const SENT = { ...REQUESTED, payouts: ['succeeded'], notes_due: 0, notes: 1, mails: ['order-refunded'] };
const BY_HAND = { ...SENT, payouts: ['pending by hand'], open_alerts: [true] };
const SETTLED = {
  ...BY_HAND,
  payouts: ['succeeded by hand'],
  audit: [...REQUESTED.audit, 'settleRefund'],
  open_alerts: [false],
  replies: 2,
};
const CAME_BACK = {
  ...SETTLED,
  payouts: ['failed by hand'],
  entries: [...REQUESTED.entries, 'deposit'],
  balance: '6000',
  audit: [...SETTLED.audit, 'payment.refund-failed', 'failRefund'],
  mails: ['order-refunded', 'payout-returned'],
  replies: 3,
};

/** Lets the worker go on until nothing is left to do. */
async function goOn(): Promise<void> {
  await lab.work('workflows');
  lab.clock.pass(hours(2));
  await lab.work('poll refunds', 'workflows', 'issue invoices');
  lab.clock.pass(minutes(2));
  await lab.work('compose mails', 'compose mails', 'issue invoices');
}

/** Checks that the gateway got each refund of the payment with the key of its row, and no refund without a row. */
async function check({ payment }: Paid): Promise<void> {
  const rows = await lab.db.selectFrom('payment_refunds').select(['payment_id', 'reference', 'by_hand']).execute();
  const file = refundCalls(lab.home);
  const calls = new Set(fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\n') : []);
  const ofPayment = rows
    .filter(({ payment_id, by_hand }) => payment_id === payment && !by_hand)
    .map(({ reference }) => reference);
  expect(ofPayment.filter((reference) => !calls.has(reference))).toEqual([]);
  expect([...calls].filter((call) => !rows.some(({ reference }) => reference === call))).toEqual([]);
}

async function die<Given extends Paid>(act: Act<Given>): Promise<void> {
  await killAtEachPoint(lab, { ...act, read, goOn, check });
  await expectBooksClean(lab.db);
}

test('the request of a refund to the payer happens wholly or not at all', () =>
  die({
    name: 'request to the payer',
    given: () => paid('card'),
    act: (given) => refund(given, { to: 'payer' }),
    whole: REQUESTED,
    settled: SENT,
  }));

test('the request of a refund to the balance happens wholly or not at all', () => {
  const entries = ['deposit', 'payment', 'refund'];
  const more = { refunds: ['6000 to balance'], payouts: null, workflows: 0, entries, balance: '6000', audit: ['refundOrder'] };
  return die({
    name: 'request to the balance',
    given: () => paid('bank'),
    act: (given) => refund(given, { to: 'balance' }),
    whole: { ...REQUESTED, ...more },
    settled: { ...SENT, ...more },
  });
});

test('the gateway gets a refund once, although its answer was lost', () =>
  die({
    name: 'workflow at the gateway',
    given: () => refunded('card'),
    act: () => 'workflows',
    settled: SENT,
  }));

test('a refund that the gateway sends later ends once', () => {
  const more = { refunds: ['5005 to payer'] };
  return die({
    name: 'poll of the gateway',
    async given() {
      const given = await paid('card');
      const { lines } = await operator.run('showOrder', { order: given.order });
      // The sandbox sends an amount that ends in 5 cents later.
      await lab.send(refund(given, { to: 'payer', lines: [`${lines[0]?.id}=41.71`] }));
      await lab.work('workflows');
      lab.clock.pass(hours(2));
      return given;
    },
    act: () => 'poll refunds',
    whole: { ...REQUESTED, ...more, payouts: ['succeeded'], mails_due: ['payout-sent 1'] },
    settled: { ...SENT, ...more },
  });
});

test('a refund by transfer waits for a person once', () =>
  die({
    name: 'workflow of a transfer',
    given: () => refunded('bank'),
    act: () => 'workflows',
    settled: BY_HAND,
  }));

test('a refund gets one credit note, and the fact for its mail with it', () =>
  die({
    name: 'credit note',
    async given() {
      const given = await refunded('card');
      await lab.work('workflows', 'compose mails');
      return given;
    },
    act: () => 'issue invoices',
    whole: { ...SENT, mails_due: ['order-refunded 1'], mails: null },
    settled: SENT,
  }));

test('a refund becomes one mail', () =>
  die({
    name: 'mail of a refund',
    async given() {
      const given = await refunded('card');
      await lab.work('workflows', 'compose mails', 'issue invoices');
      lab.clock.pass(minutes(2));
      return given;
    },
    act: () => 'compose mails',
    whole: SENT,
    settled: SENT,
  }));

/** Inserts a refund that waits for a person. */
async function byHand(): Promise<Marked> {
  const given = await refunded('bank');
  await goOn();
  const { id } = await lab.db
    .selectFrom('payment_refunds')
    .select('id')
    .where('payment_id', '=', given.payment)
    .executeTakeFirstOrThrow();
  return { ...given, id };
}

type Marked = Paid & { id: number };

const settle = ({ marker, id }: Marked): InjectOptions => post(marker, `/refunds/${id}/settle`, {});

test('a refund is marked as sent wholly or not at all', () =>
  die({
    name: 'mark as sent',
    given: byHand,
    act: settle,
    whole: { ...SETTLED, mails_due: ['payout-sent 1'] },
    settled: SETTLED,
  }));

test('a refund that came back returns to the balance wholly or not at all', () =>
  die({
    name: 'mark as failed',
    async given() {
      const given = await byHand();
      await lab.send(settle(given));
      await goOn();
      return given;
    },
    act: ({ marker, id }) => post(marker, `/refunds/${id}/fail`, { reason: 'The account is closed.' }),
    whole: { ...CAME_BACK, mails_due: ['payout-returned 1'], mails: ['order-refunded'] },
    settled: CAME_BACK,
  }));
