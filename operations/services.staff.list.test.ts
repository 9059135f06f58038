import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type GivenAccount, givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenAddon } from '@innkeeper/lab/given-copies';
import { givenSupportPlan } from '@innkeeper/lab/given-support-plans';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

const now = new Date('2026-03-10T10:00:00Z');
let lab: TestDatabase;
let operator: Operator;
let ada: GivenAccount;
let bob: GivenAccount;
/** Ids by name, in the order of their creation. */
let ids: Record<'web' | 'backups' | 'plan' | 'gone' | 'other', number>;
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator({ db: lab.db, clock: { now: () => now } });
  [ada, bob] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  const web = await givenServer(lab.db, { accountId: ada.accountId, hostname: 'web-1' });
  await givenAddon(lab.db, { serverId: web, key: 'backups', price: 50n });
  const plan = await givenSupportPlan(lab.db, { accountId: ada.accountId, now });
  const gone = await givenSupportPlan(lab.db, { accountId: bob.accountId, now });
  const other = await givenServer(lab.db, { accountId: bob.accountId, hostname: 'web-2' });
  const { id: backups } = await lab.db.selectFrom('services').select('id').where('parent_id', '=', web).executeTakeFirstOrThrow();
  ids = { web, backups, plan, gone, other };
  await lab.db.updateTable('services').set({ status: 'terminated', ended_at: now }).where('id', '=', gone).execute();
  const expiry_at = new Date('2027-01-01T00:00:00Z');
  await lab.db
    .updateTable('services')
    .set({ expiry_at, billing_anchor: expiry_at })
    .where('id', 'in', [web, backups, other])
    .execute();
});
afterAll(() => lab.close());

const listed = async (input: Record<string, unknown> = {}) =>
  (await operator.run('listServices', input)).data.map(({ id }) => id);

test('lists live services of all accounts, newest first, under the names that their owners know', async () => {
  const { data, next_after } = await operator.run('listServices', {});
  expect(next_after).toBeNull();
  expect(data.map(({ id, label, email }) => [id, label, email])).toEqual([
    [ids.other, 'web-2', bob.email],
    [ids.plan, expect.stringMatching(/^Support: /), ada.email],
    [ids.backups, expect.stringMatching(/ \(web-1\)$/), ada.email],
    [ids.web, 'web-1', ada.email],
  ]);
  expect(data[2]).toMatchObject({
    ...{ type: 'server-addon', account: ada.accountId, status: 'active', renew_price: '0.50', billing_cycle: 1 },
    ...{ expiry_at: '2027-01-01T00:00:00.000Z', ends_at: null },
  });
});

test('filters by account, type, status and expiry', async () => {
  expect(await listed({ account: ada.email })).toEqual([ids.plan, ids.backups, ids.web]);
  expect(await listed({ account: ada.email, type: 'server' })).toEqual([ids.web]);
  expect(await listed({ status: 'terminated' })).toEqual([ids.gone]);
  expect(await operator.print('listServices', { status: 'terminated' })).toMatch(/ terminated .* \/ 1 month +no /);
  expect(await listed({ expires_before: '2026-12-31T00:00:00Z' })).toEqual([ids.plan]);
  expect(await listed({ expires_before: '2027-01-01T00:00:00.001Z', type: 'server' })).toEqual([ids.other, ids.web]);
  await expect(operator.run('listServices', { account: 'nobody@example.org' })).rejects.toMatchObject({ code: 'not_found' });
});

test('an empty list says so, and does not sound as if one service were unknown', async () => {
  expect(await operator.print('listServices', { type: 'floating-ip' })).toBe('There are no such services.');
  expect(await operator.print('listMails', {})).toBe('There are no such mails.');
  expect(await operator.print('listInbox', {})).toBe('There are no received mails.');
});

test('a part goes on after the last id of the part before, and the last one says so', async () => {
  const first = await operator.run('listServices', { limit: 3 });
  expect([first.data.length, first.next_after]).toEqual([3, ids.backups]);
  const second = await operator.run('listServices', { limit: 3, after: first.next_after ?? 0 });
  expect([second.data.map(({ id }) => id), second.next_after]).toEqual([[ids.web], null]);
  expect((await operator.run('listServices', { limit: 4 })).next_after).toBeNull();
  expect(await operator.print('listServices', { limit: 3 })).toContain(`--after ${ids.backups}`);
});

test('lists what staff ends, with the time, until the end is undone', async () => {
  await operator.run('endService', { service: ids.plan, after: 48, reason: 'It sends spam.' });
  expect((await operator.run('listServices', { ending: true })).data).toMatchObject([
    { id: ids.plan, status: 'suspended', ends_at: '2026-03-12T10:00:00.000Z' },
  ]);
  await operator.run('keepService', { service: ids.plan, reason: 'A mistake.' });
  expect(await listed({ ending: true })).toEqual([]);
});
