import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { givenMember, userOfMember } from '@innkeeper/lab/given-members';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let lab: TestDatabase;
let operator: Operator;
let me: GivenAccount;
let now: Date;
const clock = { now: () => now };
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator({ db: lab.db, clock });
  await givenNode(lab.db, { memoryMb: 1024 * 1024 });
});
afterAll(() => lab.close());
beforeEach(async () => {
  now = new Date('2027-03-01T10:00:00Z');
  me = await givenAccount(lab.db);
});

const reason = 'It sends spam.';
const end = (more: object = {}) => operator.run('endAccount', { account: me.email, reason, ...more });
const statuses = async () => {
  const { rows } = await sql<{ status: string; n: number }>`
    select status, count(*)::int as n from services where account_id = ${me.accountId} group by status order by status`.execute(
    lab.db,
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
};

test('endAccount refuses an account without services, and one whose services end already', async () => {
  await expect(end()).rejects.toThrow('no service to end');
  expect(await operator.run('showAccount', { account: me.email })).toMatchObject({ suspended_at: null });
  await expect(operator.run('endAccount', { account: 'nobody@example.org', reason })).rejects.toMatchObject({
    code: 'not_found',
  });
  await givenServer(lab.db, { accountId: me.accountId });
  await end();
  await expect(end()).rejects.toMatchObject({ code: 'wrong_state' });
});

/** Returns template, reader and data of the account's mails. */
async function mails() {
  const rows = await lab.db
    .selectFrom('mails')
    .select(['template', 'address', 'data'])
    .where('account_id', '=', me.accountId)
    .orderBy('id')
    .execute();
  return rows.map(({ template, address, data }) => [template, address, data]);
}

test('suspendAccount leaves services alone without services_reason, and names services and reason in one mail with it', async () => {
  for (let n = 0; n < 7; n += 1) await givenServer(lab.db, { accountId: me.accountId });
  expect(await operator.run('suspendAccount', { account: me.email, reason: 'Abuse' })).toMatchObject({
    ...{ services: 0, locked: [] },
  });
  expect(await statuses()).toEqual({ active: 7 });
  const page = expect.stringMatching(/\/support$/);
  const none = { account: me.accountId, names: [], more: 0, page };
  expect(await mails()).toEqual([['account-suspended', me.email, { ...none, reason: null }]]);
  await operator.run('resumeAccount', { account: me.email });
  expect((await mails()).slice(1)).toEqual([['account-resumed', me.email, none]]);
  now = new Date(now.getTime() + 1000);
  const reply = await operator.run('suspendAccount', { account: me.email, reason: 'Abuse', services_reason: reason });
  expect(reply).toMatchObject({ services: 7, locked: [], servers_running: 7 });
  expect(await statuses()).toEqual({ suspended: 7 });
  const names = expect.objectContaining({ length: 7 });
  expect((await mails()).slice(2)).toEqual([['account-suspended', me.email, { ...none, names, reason }]]);
  await operator.run('resumeAccount', { account: me.email });
  expect((await mails()).slice(3)).toEqual([['account-resumed', me.email, { ...none, names }]]);
});

test('resumeAccount names the services that staff still suspends, at most 20', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 21; n += 1) ids.push(await givenServer(lab.db, { accountId: me.accountId }));
  const suspend = (more: object = {}) => operator.run('suspendAccount', { account: me.email, reason: 'Abuse', ...more });
  await suspend();
  expect(await operator.print('resumeAccount', { account: me.email })).not.toContain('suspended by');
  await suspend({ services_reason: reason });
  const left = { suspended_services: 21, suspended_service_ids: ids.slice(0, 20) };
  expect(await operator.run('resumeAccount', { account: me.email })).toMatchObject({ ends: [], ...left });
  await suspend();
  expect(await operator.print('resumeAccount', { account: me.email })).toContain(
    `Still suspended by staff: services ${left.suspended_service_ids.join(', ')} and 1 more. Resume each: ./innkeeper service resume ${ids[0]}`,
  );
  await end();
  expect(await operator.run('resumeAccount', { account: me.email })).toMatchObject({ suspended_services: 0 });
});

test('the mails about a suspended account reach all who must know, and endAccount sends its own mail instead', async () => {
  await givenServer(lab.db, { accountId: me.accountId });
  await givenMember(lab.db, { accountId: me.accountId, role: 'read-only' });
  const addresses = [me.email, 'tech@example.org'];
  for (const role of ['billing', 'technical'] as const)
    addresses.push((await userOfMember(lab.db, await givenMember(lab.db, { accountId: me.accountId, role }))).email);
  await lab.db.updateTable('accounts').set({ tech_email: 'tech@example.org' }).where('id', '=', me.accountId).execute();
  await operator.run('suspendAccount', { account: me.email, reason: 'Abuse' });
  expect((await mails()).map(([, address]) => address).toSorted()).toEqual(addresses.toSorted());
  await expect(operator.run('suspendAccount', { account: me.email, reason: 'Abuse' })).rejects.toThrow('already suspended');
  await operator.run('resumeAccount', { account: me.email });
  await lab.db.deleteFrom('mails').execute();
  await end();
  expect(await mails()).toEqual([]);
});

const endsAt = (hour: number) => `2027-03-01T${hour}:00:00.000Z`;

test('of two times of an end the earlier one wins, and the reply names the time of each service', async () => {
  const ids = [0, 1, 2].map(() => givenServer(lab.db, { accountId: me.accountId }));
  const [early, late, open] = await Promise.all(ids);
  await operator.run('endService', { service: early as number, after: 1, reason: 'One.' });
  await operator.run('endService', { service: late as number, after: 9, reason: 'Two.' });
  await lab.db.deleteFrom('mails_due').execute();
  const { ends } = await end({ after: 4 });
  const shown = Object.fromEntries(ends.map(({ service, ends_at, reason: why }) => [service, [ends_at, why]]));
  expect(shown).toEqual({
    [early as number]: [endsAt(11), 'One.'],
    [late as number]: [endsAt(14), reason],
    [open as number]: [endsAt(14), reason],
  });
  const { rows } = await sql<{ ids: number[] }>`select ids from mails_due where account_id = ${me.accountId}`.execute(lab.db);
  expect(rows).toEqual([{ ids: [late, open].toSorted((a, b) => (a as number) - (b as number)) }]);
  // Staff had not suspended the moved service before its first end.
  await lab.db.deleteFrom('locks').execute();
  const kept = await operator.run('keepService', { service: late as number, reason: 'A mistake.' });
  expect(kept).toMatchObject({ staff_suspended_at: null, account_suspended: true });
  const resumed = await operator.run('resumeAccount', { account: me.email });
  expect(resumed.ends.map(({ service }) => service)).toEqual([early, open].toSorted((a, b) => (a as number) - (b as number)));
  await expect(end({ after: 720 })).resolves.toMatchObject({ ends: { length: 3 } });
  await expect(end({ after: 721 })).rejects.toThrow(/Must be/);
});

test('keepService names the suspension of the account, and the command that lifts it', async () => {
  const [first, second] = [
    await givenServer(lab.db, { accountId: me.accountId }),
    await givenServer(lab.db, { accountId: me.accountId }),
  ];
  await end({ after: 4 });
  const keep = (service: number) => operator.print('keepService', { service, reason: 'A mistake.' });
  await lab.db.deleteFrom('locks').execute();
  expect(await keep(first)).toContain(
    `Account ${me.accountId} is still suspended: its owner can only read, export its data and use tickets, and renewals stay unpaid. Resume it: ./innkeeper account resume ${me.accountId}`,
  );
  await operator.run('resumeAccount', { account: me.email });
  expect(await keep(second)).not.toContain('resume');
});

test('suspendAccount suspends at most 200 services at a time, and the next call the others', async () => {
  for (let n = 0; n < 203; n += 1) await givenServer(lab.db, { accountId: me.accountId });
  const suspend = () => operator.run('suspendAccount', { account: me.email, reason: 'Abuse', services_reason: reason });
  expect(await suspend()).toMatchObject({ services: 200, services_left: 3, locked: [] });
  expect(await statuses()).toEqual({ active: 3, suspended: 200 });
  expect(await suspend()).toMatchObject({ services: 3, services_left: 0 });
  expect(await statuses()).toEqual({ suspended: 203 });
  await expect(suspend()).rejects.toThrow('already suspended');
  await expect(operator.run('suspendAccount', { account: me.email, reason: 'Abuse' })).rejects.toThrow('already suspended');
});
