import { WORKER_ROLE } from '@innkeeper/db/roles';
import { inTransaction } from '@innkeeper/db/transaction';
import { waitingApprovalsDue, watchApprovals } from '@innkeeper/domain/approvals/waiting';
import { type Answer, type Lab, openLab } from '@innkeeper/lab/app';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { givenJobCx } from '@innkeeper/lab/given-cx';
import { type GivenStaff, givenStaff } from '@innkeeper/lab/given-staff';
import { openOperator } from '@innkeeper/lab/operator';
import { defaultSettings } from '@innkeeper/model/settings/settings';
import { days, hours } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { requestApproval } from './approvals.staff.ts';

let lab: Lab;
let now: Date;
let me: GivenAccount;
let ann: GivenStaff;
let bob: GivenStaff;
let olga: GivenStaff;
let sue: GivenStaff;
let tim: GivenStaff;
const clock = { now: () => now };
beforeAll(async () => {
  lab = await openLab({ clock });
});
afterAll(() => lab.close());
beforeEach(async () => {
  now = new Date('2027-03-01T10:00:00Z');
  await lab.db.updateTable('staff').set({ disabled_at: now }).execute();
  me = await givenAccount(lab.db);
  const given = (role: 'billing' | 'owner' | 'support' | 'technical') => givenStaff(lab.db, { role, now });
  [ann, bob, olga, sue, tim] = [
    ...[await given('billing'), await given('billing'), await given('owner'), await given('support'), await given('technical')],
  ] as [GivenStaff, GivenStaff, GivenStaff, GivenStaff, GivenStaff];
});

const call = (by: GivenStaff, method: 'GET' | 'POST', path: string, payload?: object): Promise<Answer> =>
  lab.send({ method, url: `/v1/operator${path}`, headers: { authorization: `Bearer ${by.token}` }, ...(payload && { payload }) });
const fund = (by: GivenStaff, amount = '500') =>
  call(by, 'POST', `/accounts/${me.accountId}/fund`, { amount, reason: 'For the outage.' });
const charge = (by: GivenStaff, amount: string) =>
  call(by, 'POST', `/accounts/${me.accountId}/charge`, { amount, reason: 'Credited twice.' });
const approve = (by: GivenStaff, { body }: Answer) => call(by, 'POST', `/approvals/${body.id}/approve`);
const refuse = (by: GivenStaff, { body }: Answer) => call(by, 'POST', `/approvals/${body.id}/refuse`, { reason: 'No.' });
const listed = async (by: GivenStaff, { body }: Answer) =>
  ((await call(by, 'GET', '/approvals?all=true')).body.data as { id: number; may_decide: boolean }[]).find(
    ({ id }) => id === body.id,
  );
const disable = (who: readonly GivenStaff[]) =>
  lab.db
    .updateTable('staff')
    .set({ disabled_at: now })
    .where(
      'id',
      'in',
      who.map(({ id }) => id),
    )
    .execute();
const mails = (id: number) =>
  lab.db
    .selectFrom('mails')
    .selectAll()
    .where('template', '=', 'approval-waiting')
    .where('once', 'like', `approval:${id}:%`)
    .orderBy('id')
    .execute();
const refusal = (status: number, code: string) => ({ status, body: { code } });
const operator = () => openOperator({ db: lab.db, clock });

test('a request names its approvers, and each role sees what it may decide or has requested', async () => {
  const waiting = await fund(ann);
  expect(waiting).toMatchObject({
    status: 202,
    body: {
      amount: '500.00',
      account: me.accountId,
      approvers: ['billing', 'owner'],
      may_decide: false,
      input: { reason: 'For the outage.' },
    },
  });
  expect((await listed(ann, waiting))?.may_decide).toBe(false);
  for (const who of [bob, olga]) expect((await listed(who, waiting))?.may_decide).toBe(true);
  for (const who of [sue, tim]) expect(await listed(who, waiting)).toBeUndefined();
  const atHost = (await operator().run('listApprovals')).data.find(({ id }) => id === waiting.body.id);
  expect(atHost).toMatchObject({ may_decide: true });
  expect((await approve(bob, waiting)).body).toMatchObject({ state: 'approved', may_decide: false });
  expect((await listed(olga, waiting))?.may_decide).toBe(false);
});

test('a role that may not decide can neither approve nor refuse, and a requester can refuse', async () => {
  const waiting = await fund(ann);
  for (const who of [sue, tim])
    for (const act of [approve, refuse]) expect(await act(who, waiting)).toMatchObject(refusal(403, 'insufficient_role'));
  expect(await approve(ann, waiting)).toMatchObject(refusal(422, 'wrong_state'));
  expect((await refuse(ann, waiting)).body).toMatchObject({ state: 'refused' });
  for (const act of [approve, refuse]) {
    expect(await act(bob, waiting)).toMatchObject(refusal(422, 'wrong_state'));
    expect(await act(bob, { ...waiting, body: { id: 999_999 } })).toMatchObject(refusal(404, 'not_found'));
  }
});

test('a person whose role may not decide sees, and may withdraw, only their own requests', async () => {
  const row = { operation: 'setService', input: '{}', amount: 1n, account_id: me.accountId, requested_at: now } as const;
  const request = { ...row, requested_by: sue.id, expires_at: new Date(now.getTime() + days(7)) };
  const { id } = await lab.db.insertInto('staff_approvals').values(request).returning('id').executeTakeFirstOrThrow();
  const own = { status: 202, body: { id } } as Answer;
  expect(await listed(sue, own)).toMatchObject({ may_decide: false });
  expect(await listed(tim, own)).toBeUndefined();
  expect(await approve(sue, own)).toMatchObject(refusal(422, 'wrong_state'));
  expect((await refuse(sue, own)).status).toBe(200);
});

const emailOf = async ({ id }: GivenStaff) =>
  (await lab.db.selectFrom('staff').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;

test('each other enabled person who may decide gets one mail, with the reason', async () => {
  const [eve] = [await givenStaff(lab.db, { role: 'owner', now })];
  await disable([eve]);
  const waiting = await fund(ann);
  const sent = await mails(waiting.body.id);
  expect(sent.map(({ address }) => address)).toEqual([await emailOf(bob), await emailOf(olga)]);
  expect(sent[0]).toMatchObject({
    ...{ account_id: null, user_id: null, language: 'en' },
    data: {
      approval: waiting.body.id,
      requester: ann.name,
      amount: '500.00 EUR',
      account: me.accountId,
      reason: 'For the outage.',
    },
  });
});

test('a request that nobody else may approve is refused, leaves no row, and works at the host', async () => {
  await disable([bob, olga]);
  expect(await fund(ann)).toMatchObject({
    ...refusal(422, 'wrong_state'),
    body: { message: 'Nobody else may approve this. Run the command at the host.' },
  });
  const rows = lab.db.selectFrom('staff_approvals').select('id').where('account_id', '=', me.accountId);
  expect(await rows.execute()).toEqual([]);
  expect((await fund(ann, '100')).status).toBe(200);
  const funded = { account: String(me.accountId), amount: '500', reason: 'For the outage.' };
  expect(await operator().run('fundAccount', funded)).toMatchObject({ balance: '600.00' });
});

test('charges count like credits, and are checked again when they are approved', async () => {
  await operator().run('fundAccount', { account: String(me.accountId), amount: '500' });
  expect((await charge(ann, '60')).status).toBe(200);
  const waiting = await charge(ann, '60');
  expect(waiting).toMatchObject({ status: 202, body: { operation: 'chargeAccount', amount: '60.00' } });
  expect((await fund(ann, '50')).status).toBe(202);
  await operator().run('chargeAccount', { account: String(me.accountId), amount: '400', reason: 'All of it.' });
  expect(await approve(bob, waiting)).toMatchObject(refusal(422, 'wrong_state'));
  expect(await listed(bob, waiting)).toMatchObject({ state: 'void' });
  expect(await charge(ann, '60')).toMatchObject(refusal(422, 'wrong_state'));
});

test('a dry run asks nobody', async () => {
  const dry = { account: String(me.accountId), amount: '500', reason: 'x', dry_run: true };
  const actor = { kind: 'staff', id: ann.id, name: ann.name, role: 'billing', accountId: null, userId: null } as const;
  const asked = (input: typeof dry) =>
    inTransaction(lab.db, (db) =>
      requestApproval({ db, clock, settings: defaultSettings, requestId: null, actor }, 'fundAccount', input),
    );
  expect(await asked(dry)).toBeUndefined();
  expect(await asked({ ...dry, dry_run: false })).toMatchObject({ state: 'waiting' });
});

/** Runs the job if its condition holds, with the rights of the worker. */
const watchAsWorker = () =>
  inTransaction(lab.db, async (trx) => {
    await sql`select set_config('role', ${WORKER_ROLE}, true)`.execute(trx);
    const { rows } = await sql<{ due: boolean }>`select ${waitingApprovalsDue(now)} as due`.execute(trx);
    const changed = await watchApprovals({ ...givenJobCx(trx, { clock }), db: trx });
    expect(rows[0]?.due).toBe(changed > 0);
  });

test('after a day an alert is open until the approval is decided or has expired', async () => {
  const [one, other] = [await fund(ann), await fund(bob)];
  const keys = [one, other].map(({ body }) => `approval:${body.id}`);
  const alerts = async () => {
    await watchAsWorker();
    const { data } = await operator().run('listAlerts', {});
    return keys.filter((key) => data.some((alert) => alert.kind === 'approval_waiting' && alert.key === key));
  };
  now = new Date(now.getTime() + hours(23));
  expect(await alerts()).toEqual([]);
  now = new Date(now.getTime() + hours(1));
  expect(await alerts()).toEqual(keys);
  expect(await alerts()).toEqual(keys);
  const audit = lab.db
    .selectFrom('operator_alerts')
    .select('message')
    .where('key', '=', keys[0] ?? '');
  expect(await audit.executeTakeFirstOrThrow()).toMatchObject({
    message: expect.stringMatching(new RegExp(`credit to an account, has waited since .* approval approve ${one.body.id} `)),
  });
  await operator().run('approveApproval', { approval: one.body.id });
  const open = (await operator().run('listAlerts', {})).data.map(({ key }) => key);
  expect(open).not.toContain(keys[0]);
  expect(await alerts()).toEqual([keys[1]]);
  now = new Date(now.getTime() + days(6));
  expect(await alerts()).toEqual([]);
});

test('a request that nobody decides in time is mailed once to its requester, at the present address', async () => {
  const [expired, refused] = [await fund(ann), await fund(ann, '600')];
  await refuse(bob, refused);
  const disabled = await fund(bob);
  await operator().run('disableStaff', { person: await emailOf(bob) });
  const email = `ann-${expired.body.id}@example.net`;
  await operator().run('setStaff', { person: await emailOf(ann), email });
  const mails = () =>
    lab.db
      .selectFrom('mails')
      .select(['address', 'data'])
      .where('template', '=', 'approval-expired')
      .where(
        sql<number>`(data ->> 'approval')::int`,
        'in',
        [expired, refused, disabled].map(({ body }) => body.id),
      )
      .execute();
  now = new Date(now.getTime() + days(7) - 1);
  await watchAsWorker();
  expect(await mails()).toEqual([]);
  now = new Date(now.getTime() + 1);
  await watchAsWorker();
  await watchAsWorker();
  const request = { approval: expired.body.id, operation: 'fundAccount', amount: '500.00 EUR', account: me.accountId };
  expect(await mails()).toMatchObject([
    { address: email, data: { ...request, given: 'For the outage.', requester: ann.name, until: now.getTime() } },
  ]);
  const stored = lab.db.selectFrom('staff_approvals').select('id').where('expiry_mail', 'is not', null);
  expect(await stored.where('expires_at', '<=', now).execute()).toEqual([]);
});
