/** Tests orders of new services beside `account end` and `account suspend`, whichever of the two comes first. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Answer, type Lab, openLab } from '../app.ts';
import { expectBooksClean } from '../books.ts';
import { type GivenAccount, givenAccount, givenNode } from '../given.ts';
import { givenFloatingIp } from '../given-floating-ips.ts';
import { type Operator, openOperator } from '../operator.ts';
import { deploy } from './given-deploy.ts';

let lab: Lab;
let operator: Operator;
let owner: GivenAccount;
let held: number;
const reason = 'It sends spam.';
beforeAll(async () => {
  lab = await openLab();
  operator = openOperator({ db: lab.db });
  await givenNode(lab.db);
});
afterAll(() => lab.close());
beforeEach(async () => {
  owner = await givenAccount(lab.db, { funds: 100_00n });
  held = await givenFloatingIp(lab.db, { accountId: owner.accountId });
});
afterEach(() => expectBooksClean(lab.db));

const call = (operation: Parameters<Lab['call']>[0], body: object) => lab.call(operation, { body }, { token: owner.token });
const ORDERS: Readonly<Record<string, () => Promise<Answer>>> = {
  'a server': () => deploy(lab, owner),
  'a floating IP': () => call('purchaseFloatingIps', { ipv4: 1, billing_cycle: 1 }),
  'a support plan': () => call('purchaseSupportPlan', { plan: 'premium', billing_cycle: 1 }),
};
const end = () => operator.run('endAccount', { account: owner.email, reason });

/** Waits until so many transactions wait for a lock. */
async function waiting(count: number): Promise<void> {
  const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waits.execute(lab.db)).rows.length, { timeout: 20_000 }).toBe(count);
}

/** Runs `first` up to rows of the account that are locked here, then `second` up to the account, and then both to their ends. */
async function inOrder<First, Second>(
  table: 'ledger_accounts' | 'services',
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<readonly [First, Second]> {
  let both: Promise<readonly [First, Second]> | undefined;
  await lab.db.transaction().execute(async (trx) => {
    await trx.selectFrom(table).select('id').where('account_id', '=', owner.accountId).forUpdate().execute();
    const one = first();
    await waiting(1);
    both = Promise.all([one, second()]);
    both.catch(() => {});
    await waiting(2);
  });
  return both ?? expect.fail();
}

const services = () =>
  lab.db
    .selectFrom('services')
    .select(['id', 'status', 'staff_ends_at', 'staff_suspended_at'])
    .where('account_id', '=', owner.accountId)
    .where('parent_id', 'is', null)
    .orderBy('id')
    .execute();

test.each(Object.entries(ORDERS))('%s that is ordered first ends with the account', async (_, order) => {
  const [ordered, { ends }] = await inOrder('ledger_accounts', order, end);
  expect(ordered.status).toBeLessThan(300);
  const rows = await services();
  expect(rows).toHaveLength(2);
  expect(rows.every(({ staff_ends_at }) => staff_ends_at !== null)).toBe(true);
  expect(ends.map(({ service }) => service)).toEqual(rows.map(({ id }) => id));
});

test.each(Object.entries(ORDERS))('%s is refused if the end of the account comes first', async (_, order) => {
  const [{ ends }, refused] = await inOrder('services', end, order);
  expect(refused).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
  expect((await services()).map(({ id }) => id)).toEqual([held]);
  expect(ends.map(({ service }) => service)).toEqual([held]);
});

test('a floating IP that is ordered first is suspended with the services of the account', async () => {
  const suspend = () => operator.run('suspendAccount', { account: owner.email, reason: 'Abuse', services_reason: reason });
  const [ordered, { services: count }] = await inOrder('ledger_accounts', ORDERS['a floating IP'] ?? expect.fail(), suspend);
  expect([ordered.status, count]).toEqual([200, 2]);
  expect((await services()).every(({ staff_suspended_at }) => staff_suspended_at !== null)).toBe(true);
});
