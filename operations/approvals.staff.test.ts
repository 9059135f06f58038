import { Approval } from '@innkeeper/contract/operations/approvals.staff';
import { OPERATOR_OPERATION_NAMES, operatorOperationOf } from '@innkeeper/contract/operator/all';
import { inTransaction } from '@innkeeper/db/transaction';
import { expectBooksClean } from '@innkeeper/lab/books';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { type GivenStaff, givenStaff } from '@innkeeper/lab/given-staff';
import { openOperator } from '@innkeeper/lab/operator';
import { approvalPhrase } from '@innkeeper/model/people/approval-phrases';
import type { StaffRole } from '@innkeeper/model/people/staff';
import { defaultSettings } from '@innkeeper/model/settings/settings';
import { days, hours } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fundAccount } from './accounts.staff.ts';
import { approveApproval, refuseApproval, requestApproval, showApproval } from './approvals.staff.ts';
import type { StaffCx } from './define.staff.ts';

let lab: TestDatabase;
let now = new Date('2026-03-01T10:00:00Z');
let ann: GivenStaff;
let bob: GivenStaff;
let account: string;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());
afterAll(() => expectBooksClean(lab.db));
beforeEach(async () => {
  [ann, bob] = [await givenStaff(lab.db, { role: 'billing', now }), await givenStaff(lab.db, { role: 'billing', now })];
  account = String((await givenAccount(lab.db)).accountId);
});

const as = <T>({ id, name }: GivenStaff, act: (cx: StaffCx) => Promise<T>): Promise<T> =>
  inTransaction(lab.db, (db) => {
    const actor = { kind: 'staff', id, name, role: 'billing', accountId: null, userId: null } as const;
    return act({ db, clock: { now: () => now }, settings: defaultSettings, requestId: null, actor });
  });
/** Requests approval first, as the runner does. */
const fund = (who: GivenStaff, amount: string) =>
  as(who, async (cx) => {
    const input = { account, amount, reason: 'Sorry' };
    const waiting = await requestApproval(cx, 'fundAccount', input);
    if (!waiting) await fundAccount(cx, input);
    return waiting;
  });
const balance = async () => (await openOperator({ db: lab.db }).run('showAccount', { account })).balance;
const wrongState = { code: 'wrong_state' };

/** Names that the table accepts although no entry has them, so that operations with these names need no migration. */
const RESERVED = ['endAccount', 'endService', 'refundOrder'];

test('the reply accepts exactly the operations whose entries need approval, and the table these and reserved names', async () => {
  const { rows } = await sql<{ rule: string }>`
    select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'staff_approvals_operation_check'`.execute(
    lab.db,
  );
  const accepted = [...(rows[0]?.rule ?? '').matchAll(/'(\w+)'::text/g)].map(([, name]) => name);
  const needApproval = OPERATOR_OPERATION_NAMES.filter((name) => operatorOperationOf(name).approval);
  expect(accepted.sort()).toEqual([...new Set([...needApproval, ...RESERVED])].sort());
  expect(Approval.shape.operation.options).toEqual(needApproval.sort());
});

test('each operation that needs approval has a phrase, whose field its input has', () => {
  for (const name of Approval.shape.operation.options) {
    const fields = Object.keys(operatorOperationOf(name).input.shape);
    expect(approvalPhrase(name, [])).toMatch(/^[a-z ]+ an? [a-z ]+$/);
    expect(
      approvalPhrase(
        name,
        fields.map((field) => `${field}: 7`),
      ),
      name,
    ).toMatch(/ 7$/);
  }
});

test('one person can credit up to the daily limit, also in parts; beyond it another person must approve', async () => {
  expect(await fund(ann, '60')).toBeUndefined();
  expect(await fund(ann, '40')).toBeUndefined();
  const waiting = await fund(ann, '0.01');
  expect(waiting).toMatchObject({ operation: 'fundAccount', amount: '0.01', state: 'waiting', requested_by: ann.name });
  expect(await balance()).toBe('100.00');
  expect(await fund(bob, '1')).toBeUndefined();
  now = new Date(now.getTime() + hours(25));
  expect(await fund(ann, '100')).toBeUndefined();
});

test('concurrent credits are checked one after the other', async () => {
  const made = await Promise.all([1, 2, 3].map(() => fund(ann, '50')));
  expect(made.filter((one) => one === undefined)).toHaveLength(2);
  expect(await balance()).toBe('100.00');
});

test('showApproval shows all that a decision needs to those who may decide and to the requester, also afterwards', async () => {
  const id = (await fund(ann, '500'))?.id ?? 0;
  const show = (who: GivenStaff, role: StaffRole = 'billing') =>
    inTransaction(lab.db, (db) => {
      const actor = { kind: 'staff', id: who.id, name: who.name, role, accountId: null, userId: null } as const;
      return showApproval({ db, clock: { now: () => now }, settings: defaultSettings, requestId: null, actor }, { approval: id });
    });
  expect(await show(bob)).toMatchObject({
    ...{ id, operation: 'fundAccount', input: { account, amount: '500', reason: 'Sorry' }, amount: '500.00' },
    ...{ requested_by: ann.name, state: 'waiting', approvers: ['billing', 'owner'], may_decide: true },
    expires_at: new Date(now.getTime() + days(7)),
  });
  expect(await show(ann)).toMatchObject({ may_decide: false });
  await expect(show(bob, 'technical')).rejects.toMatchObject({ code: 'insufficient_role' });
  const printed = await openOperator({ db: lab.db, clock: { now: () => now } }).print('showApproval', { approval: id });
  for (const text of [
    `credit to account ${account} (account fund) of 500.00 for account ${account}`,
    ann.name,
    'Sorry',
    'billing or owner',
    `approve ${id}`,
  ])
    expect(printed).toContain(text);
  await as(bob, (cx) => refuseApproval(cx, { approval: id, reason: 'Not agreed.' }));
  expect(await show(ann)).toMatchObject({ state: 'refused', decided_by: bob.name, reason: 'Not agreed.', may_decide: false });
  await expect(as(ann, (cx) => showApproval(cx, { approval: 999_999 }))).rejects.toMatchObject({ code: 'not_found' });
});

test('approveApproval works once, by another person, and the audit log names both', async () => {
  const id = (await fund(ann, '500'))?.id ?? 0;
  await expect(as(ann, (cx) => approveApproval(cx, { approval: id }))).rejects.toMatchObject(wrongState);
  expect(await balance()).toBe('0.00');
  const both = await Promise.allSettled([1, 2].map(() => as(bob, (cx) => approveApproval(cx, { approval: id }))));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await balance()).toBe('500.00');
  const lines = await lab.db
    .selectFrom('audit_log')
    .select(['action', 'actor_name'])
    .where('resource_id', '=', id)
    .where('resource_kind', '=', 'approval')
    .orderBy('id')
    .execute();
  expect(lines).toEqual([
    { action: 'requestApproval', actor_name: ann.name },
    { action: 'approveApproval', actor_name: bob.name },
  ]);
});

test('the database refuses an approval by the person who requested it', async () => {
  const id = (await fund(ann, '500'))?.id ?? 0;
  const self = { outcome: 'approved', decided_by: ann.id, decided_name: ann.name, decided_at: now } as const;
  await expect(lab.db.updateTable('staff_approvals').set(self).where('id', '=', id).execute()).rejects.toThrow(
    'staff_approvals_four_eyes',
  );
});

test('nothing happens if a request was refused, has expired, or came from a disabled person', async () => {
  const [refused, expired, left] = [await fund(ann, '500'), await fund(ann, '500'), await fund(bob, '500')].map(
    (one) => one?.id ?? 0,
  );
  expect(await as(ann, (cx) => refuseApproval(cx, { approval: refused ?? 0, reason: 'A mistake.' }))).toMatchObject({
    state: 'refused',
    reason: 'A mistake.',
  });
  await expect(as(bob, (cx) => approveApproval(cx, { approval: refused ?? 0 }))).rejects.toMatchObject(wrongState);
  await lab.db.updateTable('staff').set({ disabled_at: now }).where('id', '=', bob.id).execute();
  await expect(as(ann, (cx) => approveApproval(cx, { approval: left ?? 0 }))).rejects.toMatchObject(wrongState);
  now = new Date(now.getTime() + days(7));
  await expect(as(bob, (cx) => approveApproval(cx, { approval: expired ?? 0 }))).rejects.toMatchObject(wrongState);
  expect(await balance()).toBe('0.00');
});

test('on the host listApprovals shows pending approvals, which approveApproval and refuseApproval decide', async () => {
  const operator = openOperator({ db: lab.db, clock: { now: () => now } });
  const [one, other] = [await fund(ann, '500'), await fund(ann, '501')].map((made) => made?.id ?? 0);
  const waiting = await operator.run('listApprovals');
  expect(waiting.data.map(({ id }) => id)).toEqual([one, other]);
  expect(await operator.run('approveApproval', { approval: one })).toMatchObject({ state: 'approved' });
  expect(await operator.run('refuseApproval', { approval: other, reason: 'No.' })).toMatchObject({ state: 'refused' });
  expect((await operator.run('listApprovals', { all: true })).total).toBeGreaterThanOrEqual(2);
  expect(await balance()).toBe('500.00');
});

test('refunds of payments count like credits', async () => {
  const parsed = operatorOperationOf('refundPayment').input.parse({ payment: 999_999 });
  await expect(as(ann, (cx) => requestApproval(cx, 'refundPayment', parsed as { payment: number }))).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('a request for money that another request has moved is void, with the reason, and its requester gets a mail', async () => {
  const operator = openOperator({ db: lab.db, clock: { now: () => now } });
  await operator.run('fundAccount', { account, amount: '700', reason: 'Given' });
  const input = { account, amount: '700', reason: 'A mistake.' };
  const [first, second] = [
    await as(ann, (cx) => requestApproval(cx, 'chargeAccount', input)),
    await as(bob, (cx) => requestApproval(cx, 'chargeAccount', input)),
  ].map((made) => made?.id ?? 0);
  const other = (await fund(ann, '500'))?.id ?? 0;
  const show = (id = 0) => as(bob, (cx) => showApproval(cx, { approval: id }));
  await as(bob, (cx) => approveApproval(cx, { approval: first ?? 0 }));
  const reason = `At most 0.00 can be charged, because staff have credited no more to account ${account}.`;
  expect(await show(second)).toMatchObject({ state: 'void', reason, decided_by: null, decided_at: now, may_decide: false });
  expect(await show(other)).toMatchObject({ state: 'waiting' });
  expect(await balance()).toBe('0.00');
  await expect(as(ann, (cx) => approveApproval(cx, { approval: second ?? 0 }))).rejects.toMatchObject(wrongState);
  const { email } = await lab.db.selectFrom('staff').select('email').where('id', '=', bob.id).executeTakeFirstOrThrow();
  const mails = await lab.db.selectFrom('mails').select(['address', 'data']).where('template', '=', 'approval-void').execute();
  expect(mails).toMatchObject([{ address: email, data: { approval: second, operation: 'chargeAccount', reason } }]);
  const lines = lab.db.selectFrom('audit_log').select('details').where('action', '=', 'approval.void');
  expect(await lines.where('resource_id', '=', second ?? 0).execute()).toMatchObject([
    { details: { requested_by: bob.id, reason } },
  ]);
  expect(await operator.print('listApprovals', { all: true })).toContain(`void: ${reason}`);
});

test('the requester learns by mail that another person approved or refused, with the reason, and nothing of an own withdrawal', async () => {
  const operator = openOperator({ db: lab.db, clock: { now: () => now } });
  const [approved, refused, byHost, withdrawn] = [
    (await fund(ann, '500'))?.id ?? 0,
    (await fund(ann, '501'))?.id ?? 0,
    (await fund(ann, '502'))?.id ?? 0,
    (await fund(ann, '503'))?.id ?? 0,
  ];
  await as(bob, (cx) => approveApproval(cx, { approval: approved }));
  await as(bob, (cx) => refuseApproval(cx, { approval: refused, reason: 'Too much.' }));
  await operator.run('refuseApproval', { approval: byHost, reason: 'No.' });
  await as(ann, (cx) => refuseApproval(cx, { approval: withdrawn, reason: 'A typo.' }));
  const { email } = await lab.db.selectFrom('staff').select('email').where('id', '=', ann.id).executeTakeFirstOrThrow();
  const mails = lab.db.selectFrom('mails').select('data').where('template', '=', 'approval-decided').orderBy('id');
  expect((await mails.where('address', '=', email).execute()).map(({ data }) => data)).toMatchObject([
    { approval: approved, operation: 'fundAccount', amount: '500.00 EUR', isApproved: true, by: bob.name, reason: null },
    { approval: refused, isApproved: false, by: bob.name, reason: 'Too much.', details: expect.arrayContaining(['amount: 501']) },
    { approval: byHost, isApproved: false, reason: 'No.' },
  ]);
});

test('a disabled requester gets no mail about a refusal', async () => {
  const id = (await fund(ann, '500'))?.id ?? 0;
  await lab.db.updateTable('staff').set({ disabled_at: now }).where('id', '=', ann.id).execute();
  await as(bob, (cx) => refuseApproval(cx, { approval: id, reason: 'No.' }));
  const mails = lab.db.selectFrom('mails').select('id').where('once', '=', `approval-decided:${id}`);
  expect(await mails.execute()).toEqual([]);
});

test('an act at the host closes requests too, and one that lacks the balance for now keeps waiting', async () => {
  const operator = openOperator({ db: lab.db, clock: { now: () => now } });
  await operator.run('fundAccount', { account, amount: '700', reason: 'Given' });
  const request = (amount: string) =>
    as(ann, (cx) => requestApproval(cx, 'chargeAccount', { account, amount, reason: 'A mistake.' }));
  const [large, small] = [(await request('700'))?.id ?? 0, (await request('200'))?.id ?? 0];
  await operator.run('addOrder', { account, lines: ['Work=500.00'], auto_pay: true });
  await operator.run('chargeAccount', { account, amount: '50', reason: 'A part.' });
  const states = async () =>
    Promise.all([large, small].map(async (approval) => (await operator.run('showApproval', { approval })).state));
  // Staff has credited 650.00 that are left, of which the balance has 50.00.
  expect(await states()).toEqual(['void', 'waiting']);
});
