import { type OpenDatabase, openDatabase } from '@innkeeper/db/connect';
import { balanceOf } from '@innkeeper/db/ledger';
import { verifyLedger } from '@innkeeper/db/ledger/verify';
import { API_ROLE, asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { auditBooks } from '@innkeeper/domain/billing-audit/audit';
import type { MutatingRequestCx } from '@innkeeper/domain/context';
import { settleResponseTargets } from '@innkeeper/jobs/settle-response-targets';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { asMutation, givenJobCx } from '@innkeeper/lab/given-cx';
import { givenSupportPlan } from '@innkeeper/lab/given-support-plans';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { inputOf } from '@innkeeper/lab/path-rows';
import { days, minutes } from '@innkeeper/model/time/clock';
import { createTicket, replyToTicket, resolveTicket } from '@innkeeper/operations/support/tickets';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

let lab: TestDatabase;
let [api, worker] = [] as OpenDatabase[];
let operator: Operator;
/** Start of the test: the plan is long active, and the last day of a month is almost over. */
const START = new Date('2026-03-31T22:00:00Z');
const LONG_AGO = new Date('2025-06-30T09:00:00Z');
let now = START;
const clock = { now: () => now };

beforeAll(async () => {
  lab = await openTestDatabase({ clock });
  api = openDatabase({ url: asRole(lab.url, API_ROLE), clock });
  worker = openDatabase({ url: asRole(lab.url, WORKER_ROLE), clock });
  operator = openOperator({ db: lab.db, clock });
});
beforeEach(() => {
  now = START;
});
afterAll(async () => {
  expect(await verifyLedger(lab.db)).toEqual([]);
  expect((await auditBooks(lab)).findings).toEqual([]);
  await api?.close();
  await worker?.close();
  await lab.close();
});

const at = (minute: number) => new Date(START.getTime() + minutes(minute));
/** Runs the job as a worker does, at a minute after the start. */
const settle = (minute: number) => {
  now = at(minute);
  return settleResponseTargets(givenJobCx((worker ?? lab).db, { clock }));
};
const customer = async (plan: Omit<Parameters<typeof givenSupportPlan>[1], 'accountId'> = {}) => {
  const account = await givenAccount(lab.db);
  const service = await givenSupportPlan(lab.db, { accountId: account.accountId, now: LONG_AGO, ...plan });
  return { ...account, service };
};
/** Opens a ticket with the database role of the API. */
const opened = async (account: GivenAccount, minute: number): Promise<number> => {
  now = at(minute);
  const body = { department_id: '1', subject: 'It hangs', message: 'My server hangs.' };
  const create = async (cx: MutatingRequestCx) => createTicket(cx, await inputOf(cx, 'createTicket', { body }));
  return ((await asMutation((api ?? lab).db, account, create, { clock })) as { id: number }).id;
};
const writes = (account: GivenAccount, id: number, minute: number) => {
  now = at(minute);
  const body = { message: 'Does anybody read this?' };
  const write = async (cx: MutatingRequestCx) => replyToTicket(cx, await inputOf(cx, 'replyToTicket', { id, body }));
  return asMutation((api ?? lab).db, account, write, { clock });
};
const answers = (ticket: number, minute: number) => {
  now = at(minute);
  return operator.run('replyTicket', { ticket, message: 'We look at it.' });
};
const targetsOf = (ticket: number) =>
  lab.db.selectFrom('response_targets').selectAll().where('ticket_id', '=', ticket).orderBy('id').execute();
const outcomesOf = async (ticket: number) => (await targetsOf(ticket)).map(({ outcome }) => outcome);
const balance = async ({ accountId }: { accountId: number }) => (await balanceOf(lab.db, accountId)).balance;
const alertsOf = async (ticket: number) => (await openAlerts(lab.db)).filter(({ key }) => key === `ticket:${ticket}`);
const mailsOf = ({ accountId }: { accountId: number }) =>
  lab.db.selectFrom('mails').select(['template', 'data']).where('account_id', '=', accountId).orderBy('id').execute();

it('alerts the staff before an answer is due, credits a missed one, and closes the alert with the answer', async () => {
  const account = await customer();
  const ticket = await opened(account, 0);
  expect(await targetsOf(ticket)).toMatchObject([{ started_at: at(0), warn_at: at(45), due_at: at(60), promised: 725n }]);
  expect([await settle(44), await alertsOf(ticket)]).toEqual([0, []]);
  expect(await settle(45)).toBe(1);
  expect(await alertsOf(ticket)).toMatchObject([{ kind: 'response_due', resource_id: ticket }]);
  expect([await settle(46), await settle(60), await balance(account)]).toEqual([0, 0, 0n]);
  expect([await settle(61), await settle(62), await balance(account)]).toEqual([1, 0, 725n]);
  expect(await targetsOf(ticket)).toMatchObject([{ outcome: 'missed', credited: 725n, settled_at: at(61), stopped_at: null }]);
  expect(await mailsOf(account)).toEqual([
    { template: 'response-missed', data: { ticket, subject: 'It hangs', due: at(60).getTime(), amount: '7.25 EUR' } },
  ]);
  const lines = lab.db.selectFrom('audit_log').select(['action', 'details']).where('account_id', '=', account.accountId);
  expect(await lines.where('actor_kind', '=', 'job').execute()).toMatchObject([
    { action: 'ticket.response_missed', details: { credited: '7.25', service: account.service } },
  ]);
  const events = lab.db.selectFrom('events').select('change').where('account_id', '=', account.accountId);
  expect(await events.where('resource_kind', '=', 'ticket').orderBy('id').execute()).toEqual([
    { change: 'created' },
    { change: 'updated' },
  ]);
  expect(await alertsOf(ticket)).toHaveLength(1);
  await answers(ticket, 70);
  expect(await alertsOf(ticket)).toEqual([]);
});

it('stops at an answer of support but not at a note, and restarts with the next message', async () => {
  const account = await customer();
  const ticket = await opened(account, 0);
  now = at(10);
  await operator.run('noteTicket', { ticket, message: 'A difficult one.' });
  expect(await targetsOf(ticket)).toMatchObject([{ stopped_at: null }]);
  await answers(ticket, 60);
  expect(await targetsOf(ticket)).toMatchObject([{ stopped_at: at(60), outcome: 'met' }]);
  await answers(ticket, 65);
  await writes(account, ticket, 70);
  // A second message does not restart the response clock.
  await writes(account, ticket, 100);
  expect(await targetsOf(ticket)).toMatchObject([{}, { started_at: at(70), due_at: at(130) }]);
  await settle(131);
  // Each wait is credited once.
  await writes(account, ticket, 140);
  await settle(300);
  expect([await outcomesOf(ticket), await balance(account)]).toEqual([['met', 'missed'], 725n]);
});

it('stops when either side resolves the ticket, and restarts with a message but not with a reopening', async () => {
  const account = await customer();
  const ticket = await opened(account, 0);
  now = at(10);
  const resolve = async (cx: MutatingRequestCx) => resolveTicket(cx, await inputOf(cx, 'resolveTicket', { id: ticket }));
  await asMutation((api ?? lab).db, account, resolve, { clock });
  now = at(20);
  await operator.run('reopenTicket', { ticket });
  expect(await outcomesOf(ticket)).toEqual(['met']);
  await writes(account, ticket, 30);
  expect(await targetsOf(ticket)).toMatchObject([{}, { waiting_since: at(20), started_at: at(30), due_at: at(90) }]);
  now = at(40);
  await operator.run('resolveTicketUnanswered', { ticket });
  expect([await settle(300), await outcomesOf(ticket)]).toEqual([0, ['met', 'met']]);
});

it('credits targets missed while no worker ran, once, at the terms of that time', async () => {
  const account = await customer();
  const ticket = await opened(account, 0);
  await answers(ticket, 180);
  await writes(account, ticket, 200);
  await answers(ticket, 230);
  await writes(account, ticket, 300);
  const week = days(7) / minutes(1);
  await Promise.all([settle(week), settle(week), settle(week)]);
  expect(await settle(week + 1)).toBe(0);
  expect([await outcomesOf(ticket), await balance(account)]).toEqual([['missed', 'met', 'missed'], 1_450n]);
  expect(await targetsOf(ticket)).toMatchObject([{ due_at: at(60), stopped_at: at(180) }, {}, { due_at: at(360) }]);
  // Only a ticket that still waits needs an alert.
  expect(await alertsOf(ticket)).toHaveLength(1);
});

it('credits at most the monthly price of the plan per month, for any number of tickets', async () => {
  const account = await customer();
  const tickets: number[] = [];
  for (let i = 0; i < 10; i += 1) tickets.push(await opened(account, i));
  await Promise.all([settle(100), settle(100), settle(100), settle(100)]);
  expect(await balance(account)).toBe(2_900n);
  expect((await mailsOf(account)).filter(({ template }) => template === 'response-missed')).toHaveLength(4);
  for (const ticket of tickets) expect(await outcomesOf(ticket)).toEqual(['missed']);
  const nextMonth = days(31) / minutes(1);
  await opened(account, nextMonth);
  await settle(nextMonth + 61);
  expect(await balance(account)).toBe(3_625n);
});

it('credits a new plan at most its cost so far', async () => {
  const account = await customer({ now: at(0) });
  await opened(account, 5);
  await settle(100);
  // The credit is for 65 minutes of 31 days.
  expect(await balance(account)).toBe(4n);
});

it('applies only with an active plan, and from the next message on after a purchase', async () => {
  const account = await givenAccount(lab.db);
  const ticket = await opened(account, 0);
  expect(await targetsOf(ticket)).toEqual([]);
  const service = await givenSupportPlan(lab.db, { accountId: account.accountId, now: LONG_AGO });
  await writes(account, ticket, 30);
  expect(await targetsOf(ticket)).toMatchObject([
    { waiting_since: at(0), started_at: at(30), due_at: at(90), service_id: service },
  ]);
  await lab.db
    .updateTable('services')
    .set({ status: 'suspended', suspended_at: at(31) })
    .where('id', '=', service)
    .execute();
  expect(await targetsOf(await opened(account, 40))).toEqual([]);
});

it('credits a target missed before the plan ended, and none that was due after its end', async () => {
  const end = (account: { service: number }, minute: number) =>
    lab.db
      .updateTable('services')
      .set({ status: 'terminated', ended_at: at(minute) })
      .where('id', '=', account.service)
      .execute();
  const [early, late] = [await customer(), await customer()];
  const tickets = [await opened(early, 0), await opened(late, 0)];
  await end(early, 59);
  await end(late, 61);
  await settle(600);
  expect(await Promise.all(tickets.map(outcomesOf))).toEqual([['void'], ['missed']]);
  expect([await balance(early), await balance(late)]).toEqual([0n, 725n]);
});

it("voids a target if the ticket's state was changed without it", async () => {
  const account = await customer();
  const ticket = await opened(account, 0);
  await settle(50);
  await lab.db.updateTable('tickets').set({ status: 'answered', waiting_since: null }).where('id', '=', ticket).execute();
  await settle(600);
  expect([await outcomesOf(ticket), await balance(account), await alertsOf(ticket)]).toEqual([['void'], 0n, []]);
});

it("counts support's working hours, without holidays", async () => {
  const plan = { key: 'office', name: 'Office', price: 1_000n, response_minutes: 60, credit_percentage: 10 };
  await lab.db.insertInto('support_plans').values(plan).execute();
  const week = { monday: '09:00-17:00', tuesday: '09:00-17:00', wednesday: '09:00-17:00', thursday: '09:00-17:00' };
  const rest = { friday: '09:00-12:00', saturday: 'closed', sunday: 'closed', holidays: ['2026-04-01'] };
  await lab.db
    .insertInto('support_hours')
    .values({ time_zone: 'Europe/Vienna', ...week, ...rest })
    .execute();
  const account = await customer({ key: 'office', price: 1_000n });
  // The ticket is opened after midnight in Vienna, on 1 April.
  const ticket = await opened(account, 30);
  const due = new Date('2026-04-02T08:00:00Z');
  expect(await targetsOf(ticket)).toMatchObject([{ warn_at: new Date('2026-04-02T07:45:00Z'), due_at: due, promised: 100n }]);
  const late = (due.getTime() - START.getTime()) / minutes(1);
  expect([await settle(late), await balance(account)]).toEqual([1, 0n]);
  await settle(late + 1);
  expect(await balance(account)).toBe(100n);
});

it('credits atomically, and retries after a failure', async () => {
  const account = await customer();
  const ticket = await opened(account, 0);
  await sql`create function fail_here() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`.execute(
    lab.db,
  );
  await sql`create trigger fail_here before insert on mails for each row execute function fail_here()`.execute(lab.db);
  await settle(61);
  expect([await outcomesOf(ticket), await balance(account)]).toEqual([[null], 0n]);
  await sql`drop trigger fail_here on mails`.execute(lab.db);
  await settle(120);
  await settle(121);
  expect([await outcomesOf(ticket), await balance(account)]).toEqual([['missed'], 725n]);
});
