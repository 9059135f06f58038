/** Tests the promo code of a waiting order: the price to the cent after a change of code or period, and the remaining uses. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { deploy } from '../given-deploy.ts';
import { renewalHelpers } from '../renewals/given-renewing.ts';

let lab: Lab;
let given: ReturnType<typeof renewalHelpers>;
const now = new Date('2027-02-21T00:00:00Z');
const clock = { now: () => now };
beforeAll(async () => {
  lab = await openLab({ clock });
  given = renewalHelpers(lab, clock);
  await givenNode(lab.db);
  const codes = [
    { code: 'Tenth', percentage: 10 },
    { code: 'FIFTH', percentage: 20 },
    { code: 'MINE', percentage: 30, most_uses_per_account: 1 },
    { code: 'LAST', percentage: 40, most_uses: 1 },
    { code: 'ENDS', percentage: 30, most_uses: 1 },
    { code: 'LONG', percentage: 50, minimum_billing_cycle: 3 },
    { code: 'MICRO', percentage: 40 },
  ].map((code) => ({ ...code, applies_to: 'both' as const }));
  await lab.db.insertInto('promo_codes').values(codes).execute();
  const micro = await lab.db.selectFrom('plans').select('id').where('key', '=', 'micro').executeTakeFirstOrThrow();
  const code = await lab.db.selectFrom('promo_codes').select('id').where('code', '=', 'MICRO').executeTakeFirstOrThrow();
  await lab.db.insertInto('promo_code_plans').values({ plan_id: micro.id, promo_code_id: code.id }).execute();
});
afterAll(() => lab.close());
afterAll(() => expectBooksClean(lab.db));

const call = (who: GivenAccount, name: Parameters<Lab['call']>[0], input: object) =>
  lab.call(name, input as never, { token: who.token });

interface Waiting {
  who: GivenAccount;
  order: number;
  server: number;
}

/** Orders a renewal of one month that waits for payment. `renew` holds fields of the request. Other fields belong to the server. */
async function waiting({ who, renew = {}, ...server }: { who?: GivenAccount; renew?: object; [field: string]: unknown } = {}) {
  const owner = who ?? (await givenAccount(lab.db));
  const id = await given.server(owner.accountId, { renew_price: 499n, ...server });
  const { body } = await call(owner, 'renewServers', { body: { server_ids: [id], billing_cycle: 1, ...renew } });
  return { who: owner, order: body.id as number, server: id };
}

const setCode = ({ who, order }: Waiting, promo_code: string | null) =>
  call(who, 'updateOrder', { params: { id: order }, body: { promo_code } });
const setPeriod = ({ who, order, server }: Waiting, billing_cycle: number, promo_code?: string) => {
  const params = { id: order, service_type: 'server', service_id: server };
  return call(who, 'changeRenewalPeriod', { params, body: { billing_cycle, ...(promo_code && { promo_code }) } });
};
/** Returns amount and code of the order, and the codes that it uses. */
async function stateOf({ who, order }: Waiting): Promise<unknown[]> {
  const { body } = await call(who, 'getOrder', { params: { id: order } });
  const uses = await lab.db
    .selectFrom('promo_uses as u')
    .innerJoin('promo_codes as p', 'p.id', 'u.promo_code_id')
    .select('p.code')
    .where('u.order_id', '=', order)
    .execute();
  return [body.amount, body.amount_with_vat, body.promo?.code ?? null, uses.map(({ code }) => code)];
}

test('changing the period with another code, and back, leaves one use: of the better code', async () => {
  const one = await waiting();
  expect(await stateOf(one)).toEqual([4.99, 5.99, null, []]);
  const answers = [];
  for (const code of ['TENTH', 'FIFTH', 'TENTH']) answers.push((await setPeriod(one, 1, code)).status, await stateOf(one));
  const [tenth, fifth] = [
    [4.49, 5.39, 'Tenth', ['Tenth']],
    [3.99, 4.79, 'FIFTH', ['FIFTH']],
  ];
  expect(answers).toEqual([204, tenth, 204, fifth, 204, fifth]);
  // The price is 14.97 less 20 %, which is 2.994.
  expect((await setPeriod(one, 3)).status).toBe(204);
  expect(await stateOf(one)).toEqual([11.98, 14.38, 'FIFTH', ['FIFTH']]);
});

test("an order's own use of a code never exhausts the limit per account or in total", async () => {
  for (const code of ['MINE', 'LAST']) {
    const one = await waiting({ renew: { promo_code: code } });
    const answers = [(await setPeriod(one, 3, code)).status, (await setCode(one, code.toLowerCase())).status];
    expect([...answers, (await stateOf(one))[3]]).toEqual([204, 200, [code]]);
    const other = await waiting({ who: code === 'MINE' ? one.who : await givenAccount(lab.db) });
    expect((await setPeriod(other, 1, code)).body.errors).toHaveProperty('promo_code');
    expect((await setCode(other, code)).body.errors).toHaveProperty('promo_code');
    // A better code, or no code, frees this use for the other order.
    expect((await setPeriod(one, 3, 'LONG')).status).toBe(204);
    expect(await stateOf(one)).toEqual([7.48, 8.98, 'LONG', ['LONG']]);
    expect((await setCode(other, code)).body.promo.code).toBe(code);
    expect((await setCode(other, null)).body.promo).toBeNull();
    expect(await stateOf(other)).toEqual([4.99, 5.99, null, []]);
  }
});

test('an order keeps its code after the dates and limits of the code end', async () => {
  const one = await waiting({ renew: { promo_code: 'ENDS' } });
  const ended = { valid_until: now, percentage: 25, disabled_at: now };
  await lab.db.updateTable('promo_codes').set(ended).where('code', '=', 'ENDS').execute();
  expect([(await setPeriod(one, 1, 'ENDS')).status, (await setCode(one, 'TENTH')).status]).toEqual([204, 200]);
  expect(await stateOf(one)).toEqual([3.49, 4.19, 'ENDS', ['ENDS']]);
  expect((await setCode(one, null)).body.amount).toBe(4.99);
  expect((await setCode(one, 'ENDS')).body.errors).toHaveProperty('promo_code');
});

test('the code that a server was ordered with stays unless the new one is better', async () => {
  const one = await waiting({ promo_code: 'FIFTH' });
  const standing = [3.99, 4.79, null, []];
  expect(await stateOf(one)).toEqual(standing);
  expect([(await setCode(one, 'TENTH')).status, await stateOf(one)]).toEqual([200, standing]);
  expect([(await setPeriod(one, 1, 'TENTH')).status, await stateOf(one)]).toEqual([204, standing]);
  expect([(await setCode(one, null)).status, await stateOf(one)]).toEqual([200, standing]);
  const long = [7.48, 8.98, 'LONG', ['LONG']];
  expect([(await setPeriod(one, 3, 'LONG')).status, await stateOf(one)]).toEqual([204, long]);
  // LONG requires three months, so one month uses the code of the server again.
  expect([(await setPeriod(one, 1)).status, await stateOf(one)]).toEqual([204, standing]);
});

test('each line uses the better of the new code and the code of its server', async () => {
  const who = await givenAccount(lab.db);
  const nano = await given.server(who.accountId, { renew_price: 499n, promo_code: 'FIFTH' });
  const micro = await given.server(who.accountId, { plan: 'micro', renew_price: 1_000n, promo_code: 'TENTH' });
  const { body } = await call(who, 'renewServers', { body: { server_ids: [nano, micro], billing_cycle: 1 } });
  expect(body.amount).toBe(3.99 + 9);
  const changed = (await call(who, 'updateOrder', { params: { id: body.id }, body: { promo_code: 'MICRO' } })).body;
  expect([changed.amount, changed.promo.code]).toEqual([3.99 + 6, 'MICRO']);
  expect(changed.services.map(({ promo }: { promo: { code: string } }) => promo.code)).toEqual(['FIFTH', 'MICRO']);
  const wrong = { id: body.id, service_type: 'server', service_id: nano };
  const refused = await call(who, 'changeRenewalPeriod', { params: wrong, body: { billing_cycle: 1, promo_code: 'MICRO' } });
  expect(refused.body.errors.promo_code).toEqual(['This promo code is not valid for this plan.']);
});

test('a new server keeps the better code, and null removes it', async () => {
  const who = await givenAccount(lab.db);
  const { headers, body } = await deploy(lab, who, { promo_code: 'FIFTH', auto_pay: false });
  const one = { who, order: Number(headers['x-order-id']), server: body.id as number };
  const codeOfServer = async () => (await call(who, 'getServer', { params: { id: one.server } })).body.promo_code;
  const seen = [];
  for (const code of ['TENTH', null, 'TENTH', 'FIFTH']) {
    expect((await setCode(one, code)).status).toBe(200);
    seen.push([...(await stateOf(one)), await codeOfServer()]);
  }
  const [fifth, none, tenth] = [
    [3.19, 3.83, 'FIFTH', ['FIFTH'], 'FIFTH'],
    [3.99, 4.79, null, [], null],
    [3.59, 4.31, 'Tenth', ['Tenth'], 'Tenth'],
  ];
  expect(seen).toEqual([fifth, none, tenth, fifth]);
});

test('of concurrent changes one gets the last use, and an order that loses stays unchanged', async () => {
  await lab.db.updateTable('promo_codes').set({ most_uses: 2 }).where('code', '=', 'LAST').execute();
  const uses = async () =>
    (
      await lab.db
        .selectFrom('promo_uses as u')
        .innerJoin('promo_codes as p', 'p.id', 'u.promo_code_id')
        .select('u.order_id')
        .where('p.code', '=', 'LAST')
        .execute()
    ).length;
  const free = 2 - (await uses());
  const all = await Promise.all(Array.from({ length: 6 }, () => waiting({ renew: { promo_code: 'TENTH' } })));
  const answers = await Promise.all(all.map((one, i) => (i % 2 ? setCode(one, 'LAST') : setPeriod(one, 1, 'LAST'))));
  const won = answers.map(({ status }) => status < 300);
  expect([won.filter(Boolean).length, await uses()]).toEqual([free, 2]);
  for (const [i, one] of all.entries())
    expect(await stateOf(one)).toEqual(won[i] ? [2.99, 3.59, 'LAST', ['LAST']] : [4.49, 5.39, 'Tenth', ['Tenth']]);
});

test('concurrent changes of one order all succeed, and one use remains', async () => {
  const one = await waiting();
  const answers = await Promise.all([
    setCode(one, 'MINE'),
    setPeriod(one, 1, 'MINE'),
    setPeriod(one, 1, 'TENTH'),
    setCode(one, 'MINE'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 204, 204, 200]);
  expect(await stateOf(one)).toEqual([3.49, 4.19, 'MINE', ['MINE']]);
});

test('a spending cap refuses an automatic renewal that costs more after its code is removed', async () => {
  const who = await givenAccount(lab.db);
  const server = await given.server(who.accountId, { renew_price: 499n });
  await given.renew();
  const order = (await given.orders(who.accountId))[0]?.id as number;
  await lab.db.updateTable('ledger_accounts').set({ monthly_cap: 700n }).where('account_id', '=', who.accountId).execute();
  const one = { who, order, server };
  // The new 8.98 exceeds the former 5.99, so the cap applies.
  expect((await setPeriod(one, 3, 'LONG')).body.code).toBe('spending_cap');
  expect((await setCode(one, 'MINE')).status).toBe(200);
  expect((await setPeriod(one, 1)).status).toBe(204);
  await lab.db.updateTable('ledger_accounts').set({ monthly_cap: 500n }).where('account_id', '=', who.accountId).execute();
  expect((await setCode(one, null)).body.code).toBe('spending_cap');
  expect(await stateOf(one)).toEqual([3.49, 4.19, 'MINE', ['MINE']]);
});
