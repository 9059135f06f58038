import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findSupportAccess } from '@innkeeper/db/tables/support-access';
import { hashToken } from '@innkeeper/db/tables/tokens';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { givenStaff } from '@innkeeper/lab/given-staff';
import { givenSupportGrant } from '@innkeeper/lab/given-support-access';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';

let database: TestDatabase;
let operator: Operator;
let folder: string;
let ann: { id: number; person: string };
let me: GivenAccount;
let now = new Date('2026-03-01T10:00:00Z');
beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'innkeeper-leaked-'));
  operator = openOperator({ db: database.db, clock: { now: () => now } });
  const { id } = await givenStaff(database.db, { role: 'support', name: 'Ann' });
  ann = { id, person: String(id) };
  me = await givenAccount(database.db);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

async function invalidate(token: string) {
  const file = path.join(folder, 'leaked.txt');
  await writeFile(file, token);
  return operator.run('invalidateTokens', { file });
}

const works = async (token: string) => (await findSupportAccess(database.db, hashToken(token), now)) !== undefined;
const of = (account: GivenAccount) => ({ account: String(account.accountId), person: ann.person });

test('openAccess uses the consent of the account, within its scope and time', async () => {
  await expect(operator.run('openAccess', of(me))).rejects.toMatchObject({ code: 'wrong_state' });
  const grantId = await givenSupportGrant(database.db, {
    accountId: me.accountId,
    now: new Date(now.getTime() - minutes(23 * 60 + 40)),
  });
  await expect(operator.run('openAccess', { ...of(me), scope: 'write' })).rejects.toMatchObject({ code: 'wrong_state' });
  const opened = await operator.run('openAccess', of(me));
  expect(opened).toMatchObject({ account: me.accountId, person: 'Ann', scope: 'read', expires_at: '2026-03-01T10:20:00.000Z' });
  expect(opened.token).toMatch(/^ika_[0-9A-Za-z]{40}$/);
  expect(await works(opened.token)).toBe(true);
  expect(await operator.run('listAccess', { account: String(me.accountId) })).toMatchObject({
    data: [{ id: opened.id, person: 'Ann', grant: grantId, reason: null, state: 'open' }],
    grants: [{ id: grantId, scope: 'read', ticket: null }],
  });
  now = new Date(now.getTime() + minutes(20));
  expect(await works(opened.token)).toBe(false);
  expect((await operator.run('listAccess', { account: String(me.accountId) })).data).toMatchObject([{ state: 'expired' }]);
});

test('forceAccess requires a reason, and endAccess ends the access at once', async () => {
  const force = (reason: string, more = {}) => operator.run('forceAccess', { ...of(me), reason, ...more });
  await expect(force('Because')).rejects.toThrow('Must have at least 10 characters.');
  await expect(force('A reason as such.', { minutes: 61 })).rejects.toThrow('Must be a whole number from 1 to 60.');
  await expect(operator.run('forceAccess', { account: of(me).account, reason: 'A reason as such.' })).rejects.toMatchObject({
    code: 'validation',
  });
  const { id, token } = await force('It attacks others.', { scope: 'write' });
  expect(await works(token)).toBe(true);
  expect(await operator.run('endAccess', { access: id })).toEqual({ id, account: me.accountId, person: 'Ann' });
  expect(await works(token)).toBe(false);
  await expect(operator.run('endAccess', { access: id })).rejects.toMatchObject({ code: 'not_found' });
});

test('limits the open accesses of a staff member', async () => {
  const force = () => operator.run('forceAccess', { ...of(me), reason: 'One after the other.' });
  const opened: number[] = [];
  for (let i = 0; i < 10; i += 1) opened.push((await force()).id);
  await expect(force()).rejects.toMatchObject({ code: 'wrong_state' });
  for (const access of opened) await operator.run('endAccess', { access });
});

test('an access whose consent has ended does not count against the limit', async () => {
  const { accountId } = me;
  const grant = await givenSupportGrant(database.db, { accountId, now });
  for (let i = 0; i < 10; i += 1) await operator.run('openAccess', of(me));
  await expect(operator.run('openAccess', of(me))).rejects.toMatchObject({ code: 'wrong_state' });
  await database.db.updateTable('support_grants').set({ ended_at: now }).where('id', '=', grant).execute();
  const { id } = await operator.run('forceAccess', { ...of(me), reason: 'One more is possible.' });
  await operator.run('endAccess', { access: id });
});

test('disabling a person ends their access permanently, and a leaked token is revoked', async () => {
  const reason = 'The disk is failing.';
  const leaked = await operator.run('forceAccess', { ...of(me), reason });
  const revoked = await invalidate(leaked.token);
  expect(revoked).toMatchObject({ known: 1, revoked: [{ id: leaked.id }] });
  expect(await works(leaked.token)).toBe(false);
  const { token } = await operator.run('forceAccess', { ...of(me), reason });
  await operator.run('disableStaff', { person: ann.person });
  expect(await works(token)).toBe(false);
  await expect(operator.run('forceAccess', { ...of(me), reason })).rejects.toMatchObject({ code: 'wrong_state' });
  await operator.run('enableStaff', { person: ann.person });
  expect(await works(token)).toBe(false);
});
