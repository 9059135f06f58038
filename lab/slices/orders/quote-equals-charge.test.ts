/** Tests that quotes match charges to the cent. Each random act is quoted with a dry run, done, and compared with the balance. */
import { hours } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { openRandom } from '../../business/random.ts';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode, givenSshKey } from '../../given.ts';
import { balance } from '../given-deploy.ts';

/** Starts fixed and moves only when the test moves it. */
let now = Date.parse('2026-09-01T00:00:00Z');
const clock = { now: () => new Date(now) };
const random = openRandom(7);
let chain: Chain;
let owner: GivenAccount;
let server: number;
beforeAll(async () => {
  chain = await openChain({ clock });
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { country: 'DE', funds: 1_000_000n });
  const codes = [
    { code: 'HALF', percentage: 50, applies_to: 'both' },
    { code: 'TENTH', percentage: 10, applies_to: 'renewal' },
  ] as const;
  await chain.db.insertInto('promo_codes').values(codes).execute();
});
afterAll(async () => {
  await expectBooksClean(chain.db);
  await chain.close();
});

/** Id that does not exist. */
const NONE = 999_999;

type Operation = Parameters<Chain['call']>[0];
type Input = { params?: object; body?: object };
interface Act {
  name: Operation;
  input: () => Input | Promise<Input>;
}

const call = (name: Operation, input: object) => chain.call(name, input as never, { token: owner.token });
const cents = async () => Math.round((await balance(chain, owner)) * 100);
const settled = async () => {
  await chain.worker.idle({ horizonMs: 60_000 });
  await chain.serverWhen(server, owner.token, ({ locked }) => locked === null);
};
const params = () => ({ id: server });
const waiting = async () =>
  (await chain.db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', owner.accountId)
    .where('status', '=', 'awaiting_payment')
    .executeTakeFirst()) ?? { id: NONE };
const addon = async () =>
  (await chain.db
    .selectFrom('services')
    .select('id')
    .where('parent_id', '=', server)
    .where('status', '=', 'active')
    .executeTakeFirst()) ?? { id: NONE };
const months = () => random.of([1, 2, 3, 6]);
const autoPay = () => ({ auto_pay: random.below(3) > 0 });

const ACTS: readonly Act[] = [
  { name: 'renewServers', input: () => ({ body: { server_ids: [server], billing_cycle: months(), auto_pay: false } }) },
  { name: 'renewServers', input: () => ({ body: { server_ids: [server], billing_cycle: months(), promo_code: 'TENTH' } }) },
  {
    name: 'scaleServer',
    input: () => ({ params: params(), body: { plan: random.of(['nano', 'micro', 'small']), scale_disk: false } }),
  },
  { name: 'scaleServer', input: () => ({ params: params(), body: { plan: random.of(['nano', 'medium']), scale_disk: false } }) },
  { name: 'purchaseServerAddons', input: () => ({ params: params(), body: { bandwidth: 1 + random.below(3), ...autoPay() } }) },
  {
    name: 'purchaseServerAddons',
    input: () => ({ params: params(), body: { microsoft_rds_sal: 1 + random.below(9), backups: true } }),
  },
  { name: 'scaleServerAddons', input: () => ({ params: params(), body: { microsoft_rds_sal: 1 + random.below(9) } }) },
  {
    name: 'cancelServerAddon',
    input: async () => ({
      params: { id: server, addon_id: (await addon()).id },
      body: { reason: 'x', now: random.below(3) > 0 },
    }),
  },
  {
    name: 'changeRenewalPeriod',
    input: async () => ({
      params: { id: (await waiting()).id, service_type: 'server', service_id: server },
      body: { billing_cycle: months() },
    }),
  },
  {
    name: 'updateOrder',
    input: async () => ({ params: { id: (await waiting()).id }, body: { promo_code: random.of(['HALF', 'TENTH']) } }),
  },
];

/** Returns the cost of an act: the change of the balance plus that of the waiting orders. A replaced order was never paid. */
async function costOf(act: () => Promise<{ status: number }>): Promise<{ status: number; cost: number }> {
  const waitingNow = () =>
    chain.db.selectFrom('orders').select(['id', 'gross']).where('status', '=', 'awaiting_payment').orderBy('id').execute();
  const [before, had] = [await waitingNow(), await cents()];
  const { status } = await act();
  await settled();
  const former = new Map(before.map(({ id, gross }) => [id, Number(gross)]));
  const more = (await waitingNow()).reduce((sum, { id, gross }) => sum + Number(gross) - (former.get(id) ?? 0), 0);
  return { status, cost: more + had - (await cents()) };
}

/** Operations that return the new price of an order instead of the difference. */
const REPRICING: readonly Operation[] = ['changeRenewalPeriod', 'updateOrder'];

/** Changes a waiting renewal to a combined order, as if it also contained other services of the account. */
async function combine(): Promise<void> {
  await chain.db
    .updateTable('orders')
    .set({ type: 'combined' })
    .where('account_id', '=', owner.accountId)
    .where('type', '=', 'renew-service')
    .where('status', '=', 'awaiting_payment')
    .execute();
}

async function compare({ name, input }: Act): Promise<boolean> {
  const request = await input();
  const former = 'gross' in (await waiting()) ? Number(((await waiting()) as { gross: bigint }).gross) : 0;
  const quoted = await call(name, { ...request, query: { dry_run: 'true' } });
  const { status, cost } = await costOf(() => call(name, request));
  expect([name, quoted.status < 300], JSON.stringify([request, quoted.body])).toEqual([name, status < 300]);
  if (status >= 300) return false;
  const due = Math.round(quoted.body.amount_with_vat * 100);
  expect([name, request, REPRICING.includes(name) ? due - former : due]).toEqual([name, request, cost]);
  return true;
}

test('every operation costs and refunds the amount of its quote', async () => {
  const key = await givenSshKey(chain.db, owner);
  const image = await chain.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
  const body = {
    name: 'web-1',
    plan: 'nano',
    billing_cycle: 3,
    image_id: image.id,
    ssh_keys: [key.id],
    promo_code: 'HALF',
    backups: true,
  };
  const quoted = await call('deployServer', { body, query: { dry_run: 'true' } });
  const before = await cents();
  server = (await call('deployServer', { body })).body.id;
  expect(before - (await cents())).toBe(Math.round(quoted.body.amount_with_vat * 100));
  await settled();
  const done = new Map<string, number>();
  for (let n = 0; n < 60; n += 1) {
    now += hours(random.of([0, 1, 7, 31, 200]));
    if (n % 2 === 0) await combine();
    const isWaiting = (await waiting()).id !== NONE;
    const act = random.of(isWaiting && random.below(2) === 0 ? ACTS.filter(({ name }) => REPRICING.includes(name)) : ACTS);
    if (await compare(act)) done.set(act.name, (done.get(act.name) ?? 0) + 1);
    // Pays or deletes the waiting order sometimes, so that all other acts are possible again.
    const { id } = await waiting();
    if (random.below(3) === 0 && id !== NONE)
      await call(random.of(['deleteOrder', 'payOrders']), { params: { id }, body: { order_ids: [id] } });
    await settled();
  }
  expect([...new Set(ACTS.map(({ name }) => name))].filter((name) => !done.has(name))).toEqual([]);
}, 240_000);
