import { createToken } from '@innkeeper/db/tables/tokens';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer, givenSshKey } from '../../given.ts';

let lab: Lab;
let owner: GivenAccount;
let body: Record<string, unknown>;
beforeAll(async () => {
  lab = await openLab();
  await givenNode(lab.db);
  owner = await givenAccount(lab.db, { funds: 500n });
  const image = await lab.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
  const key = await givenSshKey(lab.db, owner);
  body = { name: ['web-1', 'web-2'], plan: 'nano', billing_cycle: 3, image_id: image.id, ssh_keys: [key.id] };
});
afterAll(async () => {
  await expectBooksClean(lab.db);
  await lab.close();
});

const quote = (request: object = {}, token = owner.token, dryRun = 'true') =>
  lab.call('deployServer', { body: { ...body, ...request }, query: { dry_run: dryRun } }, { token });

/** Counts the rows and sums that a deploy would change. */
async function counted(): Promise<unknown> {
  const { rows } = await sql`select (select count(*)::int from servers) as servers, (select count(*)::int from orders) as orders,
    (select count(*)::int from audit_log) as audit, (select count(*)::int from workflows) as workflows,
    (select sum(memory_mb_used)::int from nodes) as memory, (select count(*)::int from idempotency_keys) as keys,
    (select count(*)::int from ip_addresses where account_id is not null) as addresses`.execute(lab.db);
  return rows[0];
}

test('deployServer as a dry run returns the price and changes nothing', async () => {
  const before = await counted();
  const answer = await quote();
  expect(answer).toMatchObject({
    status: 200,
    body: {
      covered_by_balance: false,
      estimated_downtime: 'none',
      capacity: 'ok',
      lines: [{ label: 'web-1', sublabel: 'Nano' }, { label: 'web-2' }],
    },
  });
  const [line] = answer.body.lines;
  expect(answer.body.amount).toBeCloseTo(2 * line.amount);
  expect(answer.body.due_today_amount_with_vat).toBe(answer.body.amount_with_vat);
  expect(line.period_to - line.period_from).toBeGreaterThan(88 * 86_400);
  expect(answer.headers).not.toHaveProperty('x-order-id');
  expect((await quote({ name: 'web-1', billing_cycle: 1 })).body.covered_by_balance).toBe(true);
  expect(await counted()).toEqual(before);
});

test('the order costs the quoted price', async () => {
  const payer = await givenAccount(lab.db, { funds: 100_000n });
  const key = await givenSshKey(lab.db, payer);
  const request = { ssh_keys: [key.id] };
  const quoted = await quote(request, payer.token);
  const { headers } = await lab.call('deployServer', { body: { ...body, ...request } }, { token: payer.token });
  const order = await lab.call('getOrder', { params: { id: Number(headers['x-order-id']) } }, { token: payer.token });
  const { amount, amount_with_vat } = order.body;
  expect(quoted.body).toMatchObject({ amount, amount_with_vat, covered_by_balance: true });
});

test('a dry run validates its input as the operation does', async () => {
  expect(await quote({ plan: 'no-such-plan' })).toMatchObject({ status: 422, body: { errors: { plan: [expect.any(String)] } } });
  expect(await quote({}, owner.token, 'yes')).toMatchObject({ status: 422, body: { errors: { dry_run: [expect.any(String)] } } });
  const many = Array.from({ length: 20 }, (_, i) => `web-${i}`);
  expect(await quote({ name: many, plan: 'large' })).toMatchObject({ status: 422, body: { code: 'unpaid_limit', errors: {} } });
});

test('a dry run reports whether there is capacity now', async () => {
  const states = (state: 'active' | 'draining') => lab.db.updateTable('nodes').set({ state }).execute();
  await states('draining');
  expect(await quote()).toMatchObject({ status: 200, body: { capacity: expect.stringMatching('No host accepts') } });
  await states('active');
  expect((await quote()).body.capacity).toBe('ok');
});

test('a token with the ability `read` can request a quote, but cannot deploy', async () => {
  const { token } = await createToken(lab.db, { ...owner, name: 'given', abilities: ['read'] });
  expect((await quote({}, token)).status).toBe(200);
  expect((await quote({}, token, 'false')).status).toBe(401);
  expect((await quote({}, token, 'yes')).status).toBe(401);
});

test('scaleServer as a dry run returns the price and the expected downtime', async () => {
  const id = await givenServer(lab.db, { accountId: owner.accountId });
  const before = await counted();
  const ask = (plan: string, scaleDisk: boolean) =>
    lab.call('scaleServer', { params: { id }, body: { plan, scale_disk: scaleDisk }, query: { dry_run: 'true' } }, owner);
  const request = { params: { id }, body: { plan: 'small', scale_disk: true } };
  const { body: cost } = await lab.call('calculateServerScale', request, owner);
  expect(await ask('small', true)).toMatchObject({
    status: 200,
    body: { amount: cost.amount, amount_with_vat: cost.amount_with_vat, estimated_downtime: 'extended', capacity: 'ok' },
  });
  expect((await ask('small', false)).body.estimated_downtime).toBe('short');
  expect(await ask('no-such-plan', false)).toMatchObject({ status: 422, body: { errors: { plan: [expect.any(String)] } } });
  expect(await counted()).toEqual(before);
});
