/** Tests that revoking a leaked token also ends the tokens whose secrets it received. */
import { revokeToken } from '@innkeeper/db/tables/tokens';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenSession } from '../../given-sessions.ts';
import { openOperator } from '../../operator.ts';

let lab: Lab;
let me: GivenAccount;
let headers: Record<string, string>;
beforeAll(async () => {
  lab = await openLab({ openBucket: () => () => ({ limit: 1000, remaining: 999 }) });
  me = await givenAccount(lab.db);
  headers = (await givenSession(lab.db, me)).headers;
});
afterAll(() => lab.close());

type Made = { id: number; token: string };
type Caller = { token: string } | { headers: Record<string, string> };
const create = async (by: Caller): Promise<Made> => {
  const reply = await lab.call('createToken', { body: { name: 'made', abilities: ['write'] } }, by);
  expect(reply.status).toBe(201);
  return reply.body;
};
const rotate = async ({ id }: Made, by: Caller, overlap_minutes = 0): Promise<Made> => {
  const reply = await lab.call('rotateToken', { params: { id }, body: { overlap_minutes } }, by);
  expect(reply.status).toBe(200);
  return reply.body;
};
const revoke = async ({ id }: Made) =>
  expect(await lab.call('deleteToken', { params: { id } }, { headers })).toMatchObject({ status: 204 });
const statusOf = async ({ token }: Made) => (await lab.call('getBalance', {}, { token })).status;
const works = async (one: Made) => expect(await statusOf(one)).toBe(200);
const ends = (one: Made) => vi.waitFor(async () => expect(await statusOf(one)).toBe(401), { timeout: 20_000 });

test('a token ends with the token that made it, over any number of steps, and no other token does', async () => {
  const [leaked, another] = [await create({ headers }), await create({ headers })];
  const child = await create(leaked);
  const [grandchild, ofAnother] = [await create(child), await create(another)];
  await works(grandchild);
  await revoke(leaked);
  for (const one of [leaked, child, grandchild]) await ends(one);
  for (const one of [another, ofAnother, me]) await works({ id: 0, token: one.token });
  const line = await lab.db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'deleteToken')
    .where('resource_id', '=', leaked.id)
    .executeTakeFirstOrThrow();
  expect(line.details).toEqual({ name: 'made', also_revoked: [child.id, grandchild.id] });
});

test('a token whose child was revoked before still ends the tokens of that child', async () => {
  const leaked = await create({ headers });
  const child = await create(leaked);
  const grandchild = await create(child);
  await lab.db.updateTable('access_tokens').set({ revoked_at: new Date() }).where('id', '=', child.id).execute();
  await revoke(leaked);
  await ends(grandchild);
});

test('a token that another one rotated ends with it, because that one has the secret', async () => {
  const [leaked, other] = [await create({ headers }), await create({ headers })];
  const rotated = await rotate(other, leaked, 60);
  await revoke(leaked);
  await ends(rotated);
  await ends(other);
});

test('a token that rotated itself, or that a session rotated since, stays', async () => {
  const [leaked, other] = [await create({ headers }), await create({ headers })];
  await rotate(other, leaked);
  const safe = await rotate(other, { headers });
  const own = await create({ headers });
  const rotatedItself = await rotate(own, own);
  await revoke(leaked);
  await works(safe);
  await works(rotatedItself);
});

test('a token that rotates the token that made it stays in the reach of both', async () => {
  const leaked = await create({ headers });
  const child = await create(leaked);
  const grandchild = await create(child);
  const rotated = await rotate(child, grandchild);
  await revoke(leaked);
  await ends(rotated);
  await ends(grandchild);
});

test('the operator revokes the made tokens as well', async () => {
  const leaked = await create({ headers });
  const child = await create(leaked);
  await openOperator(lab).run('revokeToken', { token: leaked.id });
  await ends(child);
});

test('a token that is revoked during its request makes no token', async () => {
  const leaked = await create({ headers });
  const { release, revoked } = await revokeSlowly(leaked);
  const made = lab.call('createToken', { body: { name: 'late', abilities: ['read'] } }, leaked);
  await waitForLock();
  release();
  await revoked;
  expect(await made).toMatchObject({ status: 401 });
});

/** Revokes a token in a transaction that commits when `release` is called. */
async function revokeSlowly({ id }: Made) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let revoked: Promise<void> = Promise.resolve();
  await new Promise<void>((begin) => {
    revoked = lab.db.transaction().execute(async (trx) => {
      await revokeToken(trx, id, new Date());
      begin();
      await released;
    });
  });
  return { release, revoked };
}

/** Waits until a statement of this database waits for a row lock. The note of the token's last use may wait beside the request. */
const waitForLock = () =>
  vi.waitFor(
    async () => {
      const { rows } = await lab.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(rows.length).toBeGreaterThan(0);
    },
    { timeout: 20_000 },
  );
