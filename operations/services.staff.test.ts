import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenSupportPlan } from '@innkeeper/lab/given-support-plans';
import { openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

const now = new Date('2026-03-10T10:00:00Z');
const wrongState = { code: 'wrong_state' };

test('postponeService delays the suspension by at most 90 days past the paid period, which does not change', async () => {
  const operator = openOperator({ db: lab.db, clock: { now: () => now } });
  const { accountId } = await givenAccount(lab.db);
  const id = await givenServer(lab.db, { accountId });
  const expiry_at = new Date('2026-03-01T10:00:00Z');
  await lab.db
    .updateTable('services')
    .set({ expiry_at, billing_anchor: expiry_at, suspend_after: null })
    .where('id', '=', id)
    .execute();
  const postpone = (days: number, service = id) => operator.run('postponeService', { service, days, reason: 'On holiday' });
  expect(await postpone(5)).toMatchObject({
    account: accountId,
    suspend_after: '2026-03-15T10:00:00.000Z',
    expiry_at: expiry_at.toISOString(),
  });
  expect(await postpone(2)).toMatchObject({ suspend_after: '2026-03-17T10:00:00.000Z' });
  await expect(postpone(80)).rejects.toMatchObject(wrongState);
  const row = await lab.db
    .selectFrom('services')
    .select(['expiry_at', 'billing_anchor'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ expiry_at, billing_anchor: expiry_at });
  await expect(postpone(1, 999_999)).rejects.toMatchObject({ code: 'not_found' });
  await lab.db.updateTable('services').set({ status: 'suspended', suspended_at: now }).where('id', '=', id).execute();
  await expect(postpone(1)).rejects.toMatchObject(wrongState);
  const lines = await lab.db
    .selectFrom('audit_log')
    .select(['account_id', 'details'])
    .where('action', '=', 'postponeService')
    .execute();
  expect(lines).toHaveLength(2);
  expect(lines[0]).toEqual({ account_id: accountId, details: { until: '2026-03-15T10:00:00.000Z', reason: 'On holiday' } });
});

test('setService moves the expiry with a reason for the owner, and refuses the current one', async () => {
  const operator = openOperator({ db: lab.db, clock: { now: () => now } });
  const { accountId } = await givenAccount(lab.db);
  const service = await givenSupportPlan(lab.db, { accountId, now });
  const set = (expiry_at: string) => operator.run('setService', { service, expiry_at, reason: 'For the outage' });
  expect(await set('2026-05-31T10:00:00Z')).toMatchObject({
    ...{ id: service, account: accountId, status: 'active' },
    ...{ before: '2026-04-09T10:00:00.000Z', expiry_at: '2026-05-31T10:00:00.000Z' },
  });
  await expect(set('2026-05-31T10:00:00Z')).rejects.toMatchObject({ code: 'validation' });
  await lab.db.updateTable('services').set({ status: 'terminated' }).where('id', '=', service).execute();
  await expect(set('2026-06-30T10:00:00Z')).rejects.toMatchObject(wrongState);
  const line = await lab.db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'setService')
    .executeTakeFirstOrThrow();
  expect(line.details).toEqual({
    from: '2026-04-09T10:00:00.000Z',
    until: '2026-05-31T10:00:00.000Z',
    amount: '59.16',
    reason: 'For the outage',
  });
});

test('suspendService suspends with a reason for the owner, until resumeService', async () => {
  const operator = openOperator({ db: lab.db, clock: { now: () => now } });
  const { accountId } = await givenAccount(lab.db);
  const service = await givenSupportPlan(lab.db, { accountId, now });
  const held = {
    id: service,
    account: accountId,
    status: 'suspended',
    staff_suspended_at: now.toISOString(),
    reason: 'Unpaid bets',
  };
  expect(await operator.run('suspendService', { service, reason: 'Unpaid bets' })).toMatchObject(held);
  await expect(operator.run('suspendService', { service, reason: 'Again' })).rejects.toMatchObject(wrongState);
  expect(await operator.run('resumeService', { service })).toMatchObject({
    status: 'active',
    staff_suspended_at: null,
    ...{ reason: null, account_suspended: false },
  });
  await expect(operator.run('resumeService', { service })).rejects.toMatchObject(wrongState);
  const mails = await lab.db.selectFrom('mails').select('template').where('account_id', '=', accountId).orderBy('id').execute();
  expect(mails.map(({ template }) => template)).toEqual(['service-suspended', 'service-resumed']);
});

test('resumeService names the suspension of the account, in its reply and in the mail', async () => {
  let at = now;
  const operator = openOperator({ db: lab.db, clock: { now: () => at } });
  const { accountId } = await givenAccount(lab.db);
  const service = await givenSupportPlan(lab.db, { accountId, now });
  const suspend = () => operator.run('suspendService', { service, reason: 'Abuse' });
  await suspend();
  const account = { account: String(accountId) };
  await operator.run('suspendAccount', { ...account, reason: 'Abuse' });
  expect(await operator.print('resumeService', { service })).toMatch(
    new RegExp(
      `no longer suspended by staff.*\nAccount ${accountId} is still suspended: .* ./innkeeper account resume ${accountId}$`,
    ),
  );
  await operator.run('resumeAccount', account);
  at = new Date(now.getTime() + 1);
  await suspend();
  expect(await operator.print('resumeService', { service })).not.toContain('account resume');
  const mails = lab.db.selectFrom('mails').select('data').where('account_id', '=', accountId).orderBy('id');
  expect(await mails.where('template', '=', 'service-resumed').execute()).toMatchObject([
    { data: { isSuspended: true } },
    { data: { isSuspended: false } },
  ]);
});
