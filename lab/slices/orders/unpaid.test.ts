/** Tests the limits on capacity and addresses that unpaid orders hold. */

import type { MutatingRequestCx } from '@innkeeper/domain/context';
import { limitUnpaid } from '@innkeeper/domain/orders/limit-unpaid';
import { expireOrders } from '@innkeeper/jobs/expire-orders';
import { Failure } from '@innkeeper/model/failures';
import type { Settings } from '@innkeeper/model/settings/settings';
import { deployServer } from '@innkeeper/operations/servers/deploy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer } from '../../app.ts';
import { expectBooksClean } from '../../books.ts';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode, givenSshKey } from '../../given.ts';
import { asMutation, givenJobCx } from '../../given-cx.ts';
import { inputOf } from '../../path-rows.ts';
import { labSettings } from '../../settings.ts';
import { assertInvariants } from '../../torture/invariants.ts';
import { deploy } from '../given-deploy.ts';

let chain: Chain;
beforeAll(async () => {
  chain = await openChain();
  await givenNode(chain.db);
});
afterAll(async () => {
  await expectBooksClean(chain.db);
  await chain.close();
});

/** Returns the used capacity of the node, and the addresses and servers that the account holds. */
const held = async ({ accountId }: GivenAccount) => ({
  node: await chain.db.selectFrom('nodes').select(['vcpus_used', 'memory_mb_used', 'disk_gb_used']).executeTakeFirstOrThrow(),
  addresses: await chain.db.selectFrom('ip_addresses').select('id').where('account_id', '=', accountId).execute(),
  servers: await chain.db
    .selectFrom('servers')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '=', 'awaiting_payment')
    .execute(),
});
const orderOf = async (owner: GivenAccount, answer: Answer) =>
  (await chain.call('getOrder', { params: { id: Number(answer.headers['x-order-id']) } }, { token: owner.token })).body;
const minutesUntil = (time: string): number => Math.round((new Date(time).getTime() - Date.now()) / 60_000);

test('deployServer: an account that never paid can hold one server, for half an hour', async () => {
  const owner = await givenAccount(chain.db);
  expect((await deploy(chain, owner, { name: ['two', 'at-once'] })).body).toMatchObject({ code: 'unpaid_limit', errors: {} });
  const first = await deploy(chain, owner);
  expect(first.body.status).toBe('awaiting_payment');
  expect(minutesUntil((await orderOf(owner, first)).due_at)).toBe(30);

  const before = await held(owner);
  const second = await deploy(chain, owner, { name: 'web-2' });
  expect(second.status).toBe(422);
  expect(second.body).toMatchObject({
    code: 'unpaid_limit',
    errors: {},
    message: expect.stringContaining('unpaid servers is 1'),
  });
  expect(await held(owner)).toEqual(before);
  expect(before.addresses).toHaveLength(1);

  const later = { now: () => new Date(Date.now() + 31 * 60_000) };
  await expireOrders(givenJobCx(chain.db, { clock: later }));
  expect(await held(owner)).toMatchObject({ addresses: [], servers: [] });
  // Repeated orders never hold more than the limit, however they end.
  for (const name of ['again-1', 'again-2', 'again-3']) {
    const answer = await deploy(chain, owner, { name });
    expect(answer.status).toBe(201);
    expect((await held(owner)).servers).toHaveLength(1);
    const order = { params: { id: Number(answer.headers['x-order-id']) } };
    expect((await chain.call('deleteOrder', order, { token: owner.token })).status).toBe(204);
  }
  await assertInvariants(chain);
});

test('an account that never paid waits as long as the operator allows, also longer than other accounts', async () => {
  const owner = await givenAccount(chain.db);
  const generous: Settings = { ...labSettings, orderDueNeverPaidMs: 7 * 24 * 60 * 60_000 };
  const dueMs = await chain.db.transaction().execute((trx) =>
    limitUnpaid({ ...givenJobCx(trx, { settings: generous }), db: trx }, owner.accountId, {
      servers: 1,
      addresses: 1,
      amount: 1n,
    }),
  );
  expect(dueMs).toBe(7 * 24 * 60 * 60_000);
});

test('deployServer: limits the total amount of unpaid orders', async () => {
  const owner = await givenAccount(chain.db);
  const answer = await deploy(chain, owner, { plan: 'large', billing_cycle: 12 });
  expect(answer.body).toMatchObject({ code: 'unpaid_limit', message: expect.stringContaining('would make it 633.46') });
});

test('deployServer: an account that has paid before can hold more, for longer, up to a limit', async () => {
  const owner = await givenAccount(chain.db, { funds: 500n });
  const names = (from: number, count: number) => Array.from({ length: count }, (_, i) => `web-${from + i}`);
  const answer = await deploy(chain, owner, { name: names(0, 10) });
  expect(minutesUntil((await orderOf(owner, answer)).due_at)).toBe(3 * 24 * 60);
  expect((await deploy(chain, owner, { name: names(10, 2) })).body).toMatchObject({ code: 'unpaid_limit' });
  // An order that the balance covers is paid at once, so it does not count.
  expect((await deploy(chain, owner, { name: 'paid' })).body).toMatchObject({ status: 'processing' });
  expect((await deploy(chain, owner, { name: 'one-more' })).body).toMatchObject({ code: 'unpaid_limit' });
  await chain.worker.idle({ horizonMs: 60_000 });
  await assertInvariants(chain);
});

const settings = (servers: number): Settings => {
  const limit = { servers, addresses: 100, amount: 1_000_000n };
  return { ...labSettings, unpaid: { neverPaid: limit, paid: limit } };
};
const order = async (owner: GivenAccount, imageId: number, keyId: number, servers: number): Promise<string> => {
  const body = { name: 'rush', plan: 'nano', billing_cycle: 1, image_id: imageId, ssh_keys: [keyId] };
  try {
    const act = async (cx: MutatingRequestCx) => deployServer(cx, await inputOf(cx, 'deployServer', { body }));
    await asMutation(chain.db, owner, act, { settings: settings(servers) });
    return 'made';
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
};

test('of 500 concurrent orders only the allowed number waits, and a paid order among them is built', async () => {
  const image = await chain.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
  const [crowd, payer] = [await givenAccount(chain.db), await givenAccount(chain.db, { funds: 10_000n })];
  const [key, own] = [
    await givenSshKey(chain.db, { accountId: crowd.accountId }),
    await givenSshKey(chain.db, { accountId: payer.accountId }),
  ];
  expect(await order(crowd, image.id, key.id, 0)).toBe('unpaid_limit');
  const rush = Array.from({ length: 500 }, () => order(crowd, image.id, key.id, 3));
  expect(await order(payer, image.id, own.id, 0)).toBe('made');
  const answers = await Promise.all(rush);
  expect(answers.filter((answer) => answer === 'made')).toHaveLength(3);
  expect(answers.filter((answer) => answer === 'unpaid_limit')).toHaveLength(497);
  expect(await held(crowd)).toMatchObject({ servers: { length: 3 }, addresses: { length: 3 } });
  await chain.worker.idle({ horizonMs: 60_000 });
  await assertInvariants(chain);
});
