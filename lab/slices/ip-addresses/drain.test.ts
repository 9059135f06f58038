/**
 * Tests that a pool is drained and removed while customers order its addresses. Assigned addresses stay, and no order meets a half-removed
 * pool.
 */
import { addPool } from '@innkeeper/db/seed/add-pool';
import { Failure } from '@innkeeper/model/failures';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { type Operator, openOperator } from '../../operator.ts';

let lab: Lab;
let operator: Operator;
let me: GivenAccount;
beforeAll(async () => {
  lab = await openLab({ openBucket: () => () => ({ limit: 1_000_000, remaining: 1_000_000 }) });
  operator = openOperator({ db: lab.db });
  await givenNode(lab.db);
  me = await givenAccount(lab.db, { funds: 1_000_000n });
  // All floating IPs come from the pools created here.
  await lab.db.updateTable('ip_pools').set({ uses: 'primary' }).execute();
});
afterAll(async () => {
  await expectBooksClean(lab.db);
  await lab.close();
});

const buy = () => lab.call('purchaseFloatingIps', { body: { ipv4: 1 } }, { token: me.token });
const pool = (name: string, cidr: string, gateway: string) =>
  lab.db.transaction().execute((trx) => addPool(trx, { name, cidr, gateway, uses: 'floating' }));
/** Returns the number of assigned addresses of a pool. */
const given = async (name: string): Promise<number> => {
  const rows = await lab.db
    .selectFrom('ip_addresses as a')
    .innerJoin('ip_pools as p', 'p.id', 'a.pool_id')
    .select('a.id')
    .where('p.name', '=', name)
    .where('a.account_id', 'is not', null)
    .execute();
  return rows.length;
};
/** Runs an operation. Returns `done` or the code of the failure. */
const tried = (name: Parameters<Operator['run']>[0], input: Record<string, unknown>): Promise<string> =>
  operator.run(name, input).then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Failure) return error.code;
      throw error;
    },
  );

test('a draining pool assigns no address, and assigned addresses stay until they are cancelled', async () => {
  await pool('a', '10.91.0.0/26', '10.91.0.1');
  const first = Array.from({ length: 10 }, buy);
  const drained = operator.run('drainPool', { pool: 'a' });
  const answers = await Promise.all([...first, drained.then(() => buy()), ...Array.from({ length: 5 }, buy)]);
  const bought = answers.filter(({ status }) => status === 200);
  for (const { status, body } of answers) if (status !== 200) expect(body.code).toBe('no_capacity');
  expect(answers[10]).toMatchObject({ body: { code: 'no_capacity' } });
  expect(await given('a')).toBe(bought.length);
  expect(await tried('removePool', { pool: 'a' })).toBe(bought.length === 0 ? 'done' : 'wrong_state');
  const ids = bought.map(({ body }) => body.data[0].id as number);
  if (ids.length > 0)
    expect((await lab.call('cancelFloatingIps', { body: { ids, now: true } }, { token: me.token })).status).toBe(200);
  expect(await given('a')).toBe(0);
  if (bought.length > 0) expect(await tried('removePool', { pool: 'a' })).toBe('done');
  expect(await buy()).toMatchObject({ body: { code: 'no_capacity' } });
});

test('removing a pool during concurrent purchases succeeds only if no address was sold', async () => {
  for (let round = 0; round < 6; round += 1) {
    const name = `round-${round}`;
    await pool(name, `10.92.${round}.0/28`, `10.92.${round}.1`);
    const [, removed, ...answers] = await Promise.all([
      tried('drainPool', { pool: name }),
      tried('removePool', { pool: name }),
      ...Array.from({ length: 6 }, buy),
    ]);
    for (const { status, body } of answers) if (status !== 200) expect(body.code).toBe('no_capacity');
    const sold = answers.filter(({ status }) => status === 200).length;
    expect(removed).toBe(sold > 0 ? 'wrong_state' : 'done');
    expect(await given(name)).toBe(sold);
  }
});
