import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hashSecret } from '@innkeeper/db/tables/sessions';
import { findStaffToken } from '@innkeeper/db/tables/staff';
import { findStaffInvitation } from '@innkeeper/db/tables/staff-sign-in';
import { hashToken } from '@innkeeper/db/tables/tokens';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { hours } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';

let database: TestDatabase;
let operator: Operator;
let folder: string;
let now = new Date('2026-03-01T10:00:00Z');
beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'innkeeper-leaked-'));
  operator = openOperator({ db: database.db, clock: { now: () => now } });
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

const known = (token: string) => findStaffToken(database.db, hashToken(token), now);
const ann = { email: 'Ann@host.example', name: 'Ann', role: 'support' };

test('addStaff adds a person once, listStaff shows it, and setStaff changes the role of existing tokens', async () => {
  expect(await operator.run('addStaff', ann)).toMatchObject({ email: 'ann@host.example', role: 'support', tokens: 0 });
  await expect(operator.run('addStaff', ann)).rejects.toMatchObject({ code: 'validation' });
  await expect(operator.run('addStaff', { ...ann, role: 'root' })).rejects.toThrow('Must be one of support');
  const { token } = await operator.run('tokenStaff', { person: 'ann@host.example' });
  await operator.run('setStaff', { person: 'ANN@host.example', role: 'billing' });
  expect(await known(token)).toMatchObject({ name: 'Ann', role: 'billing' });
  expect((await operator.run('listStaff')).data).toMatchObject([{ name: 'Ann', role: 'billing', tokens: 1 }]);
  await operator.run('addStaff', { ...ann, email: 'bob@host.example', name: 'Bob' });
  await expect(operator.run('setStaff', { person: 'bob@host.example', email: ann.email })).rejects.toMatchObject({
    code: 'validation',
  });
  await expect(operator.run('setStaff', { person: 'bob@host.example' })).rejects.toThrow('Name at least one change.');
  await expect(operator.run('setStaff', { person: 'nobody@host.example', name: 'X' })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('tokenStaff creates a token that works until it expires or is revoked, and tokensStaff shows each state', async () => {
  const short = await operator.run('tokenStaff', { person: ann.email, days: 1, networks: ['203.0.113.0/24'] });
  expect(short.token).toMatch(/^iks_[0-9A-Za-z]{40}$/);
  const other = await operator.run('tokenStaff', { person: ann.email });
  expect(await known(short.token)).toMatchObject({ allowed_networks: ['203.0.113.0/24'] });
  now = new Date(now.getTime() + hours(25));
  expect(await known(short.token)).toBeUndefined();
  expect(await operator.run('revokeStaff', { token: other.id })).toEqual({ id: other.id, email: 'ann@host.example' });
  expect(await known(other.token)).toBeUndefined();
  await expect(operator.run('revokeStaff', { token: other.id })).rejects.toMatchObject({ code: 'not_found' });
  const { data } = await operator.run('tokensStaff', { person: ann.email });
  expect(data.map(({ state }) => state)).toEqual(['valid', 'expired', 'revoked']);
  expect(JSON.stringify(data)).not.toContain(short.token);
});

test('disableStaff ends all tokens permanently; enableStaff restores the person, and no token', async () => {
  const { token } = await operator.run('tokenStaff', { person: ann.email });
  expect(await operator.run('disableStaff', { person: ann.email })).toMatchObject({ disabled_at: expect.any(String), tokens: 0 });
  expect(await known(token)).toBeUndefined();
  await expect(operator.run('tokenStaff', { person: ann.email })).rejects.toMatchObject({ code: 'wrong_state' });
  await expect(operator.run('disableStaff', { person: ann.email })).rejects.toMatchObject({ code: 'wrong_state' });
  expect(await operator.run('enableStaff', { person: ann.email })).toMatchObject({ disabled_at: null });
  expect(await known(token)).toBeUndefined();
  await expect(operator.run('enableStaff', { person: ann.email })).rejects.toMatchObject({ code: 'wrong_state' });
});

test('inviteStaff replaces the previous secret for 24 hours, stores a hash, and refuses disabled people', async () => {
  const bob = 'bob@host.example';
  const first = await operator.run('inviteStaff', { person: bob });
  expect(first).toMatchObject({ email: bob, role: 'support', ended: 0, secret: expect.stringMatching(/^[\w-]{43}$/) });
  expect(Date.parse(first.expires_at) - now.getTime()).toBe(hours(24));
  const second = await operator.run('inviteStaff', { person: bob });
  const open = (secret: string) => findStaffInvitation(database.db, hashSecret(secret), now);
  expect([await open(first.secret), await open(second.secret)]).toMatchObject([undefined, { email: bob }]);
  expect(JSON.stringify(await database.db.selectFrom('audit_log').select('details').execute())).not.toContain(second.secret);
  await operator.run('disableStaff', { person: bob });
  expect(await open(second.secret)).toBeUndefined();
  await expect(operator.run('inviteStaff', { person: bob })).rejects.toMatchObject({ code: 'wrong_state' });
});

test('invalidateTokens also revokes leaked staff tokens', async () => {
  const { id, token } = await operator.run('tokenStaff', { person: ann.email });
  const reply = await invalidate(token);
  expect(reply).toMatchObject({ found: 1, known: 1, revoked: [{ id, email: 'ann@host.example' }] });
  expect(await known(token)).toBeUndefined();
});

test('each change writes an audit line with its name and without an account', async () => {
  const rows = await database.db
    .selectFrom('audit_log')
    .select(['action', 'account_id'])
    .where('actor_kind', '=', 'operator')
    .execute();
  expect(new Set(rows.map(({ action }) => action))).toEqual(
    new Set([
      ...['addStaff', 'setStaff', 'tokenStaff', 'inviteStaff', 'revokeStaff', 'disableStaff', 'enableStaff'],
      'invalidateTokens',
    ]),
  );
  expect(rows.every(({ account_id }) => account_id === null)).toBe(true);
});
