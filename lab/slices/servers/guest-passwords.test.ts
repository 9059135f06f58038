/** Tests that guest passwords are hashed before any row is locked, once per request, and with bounded concurrency. Hashing is slow. */
import { openGuestPasswords } from '@innkeeper/domain/guest-passwords/hash';
import { deployServer } from '@innkeeper/operations/servers/deploy';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '../../given.ts';

/** Number of open transactions and locked servers at each hash of a password. */
const seen: { transactions: number; lockedServers: number }[] = [];
const threads = openGuestPasswords();
let lab: Lab;
let account: GivenAccount;
let tiny: number;
let lostRaces = 0;

const passwords = {
  ...threads,
  async hash(password: string, accountId: number): Promise<string> {
    // Counts only idle transactions. An active one may be a single statement that records the use of a token.
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(lab.db);
    const free = await sql`select id from servers for update skip locked`.execute(lab.db);
    const all = await sql`select id from servers`.execute(lab.db);
    seen.push({ transactions: rows[0]?.open ?? -1, lockedServers: all.rows.length - free.rows.length });
    return threads.hash(password, accountId);
  },
};

beforeAll(async () => {
  lab = await openLab({
    passwords,
    // Allows more concurrent requests than hashes, so that the limit on hashes is the one reached.
    inFlight: { running: 12 },
    useCases: {
      // Makes the first two attempts fail with a deadlock, as a transaction with another lock order would.
      async deployServer(cx, input) {
        const reply = await deployServer(cx, input);
        if (lostRaces++ < 2) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
        return reply;
      },
    },
    checkReplies: undefined,
  });
  account = await givenAccount(lab.db, { funds: 100_00n });
  await givenNode(lab.db);
  const { id } = await lab.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
  tiny = id;
});
afterAll(() => lab.close());

const QUIET = { transactions: 0, lockedServers: 0 };

test('no transaction is open while a password is hashed, and a retried transaction does not hash it again', async () => {
  seen.length = 0;
  const body = { name: 'web-1', plan: 'nano', image_id: tiny, password: 'correct horse battery' };
  expect((await lab.call('deployServer', { body }, account)).status).toBe(201);
  expect(lostRaces).toBe(3);
  expect(seen).toEqual([QUIET]);
});

test.each([
  ['changeServerPassword', {}],
  ['reinstallServer', { ssh_keys: [] }],
  ['enableServerRescue', {}],
] as const)('%s: no transaction is open while the password is hashed', async (operation, fields) => {
  const id = await givenServer(lab.db, { accountId: account.accountId });
  seen.length = 0;
  const image = operation === 'reinstallServer' ? { image_id: tiny } : {};
  const body = { password: 'correct horse battery', ...fields, ...image };
  const reply = await lab.call(operation, { params: { id }, body }, account);
  expect(reply.status).toBeLessThan(300);
  expect(seen).toEqual([QUIET]);
});

test('throttles an account that sets many passwords at the same time, and no other account', async () => {
  const otherCustomer = await givenAccount(lab.db);
  const [mine, theirs] = await Promise.all(
    [account, otherCustomer].map(({ accountId }) => givenServer(lab.db, { accountId, power: 'running' })),
  );
  const enable = (id: number | undefined, by: GivenAccount) =>
    lab.call('enableServerRescue', { params: { id: id ?? 0 }, body: { password: 'correct horse' } }, by);
  const [many, other] = await Promise.all([
    Promise.all(Array.from({ length: 12 }, () => enable(mine, account))),
    enable(theirs, otherCustomer),
  ]);
  expect(other.status).toBe(200);
  const refused = many.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ body: { code: 'rate_limited', retry_after: 1 }, headers: { 'retry-after': '1' } });
  expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a repeat with the same key and password gets the stored reply; another password is refused', async () => {
  const id = await givenServer(lab.db, { accountId: account.accountId });
  const rescue = (password: string) =>
    lab.call(
      'enableServerRescue',
      { params: { id }, body: { password } },
      { ...account, headers: { 'idempotency-key': 'rescue' } },
    );
  const first = await rescue('correct horse battery');
  expect(first.status).toBe(200);
  const again = await rescue('correct horse battery');
  expect(again).toMatchObject({ status: 200, text: first.text, headers: { 'idempotent-replayed': 'true' } });
  expect(await rescue('another password')).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
});
