/** An image with a least disk: no plan and no server with a smaller one gets it, and nothing moves before the refusal. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { givenNode } from '../../given.ts';
import { deploy } from '../given-deploy.ts';
import { givenServing, type Serving } from '../given-serving.ts';

let chain: Chain;
let serving: Serving;
let large: number;
beforeAll(async () => {
  chain = await openChain();
  await givenNode(chain.db);
  serving = await givenServing(chain);
  const { path, format, group_id } = await chain.db
    .selectFrom('images')
    .selectAll()
    .where('key', '=', 'tiny')
    .executeTakeFirstOrThrow();
  const image = { key: 'large', name: 'Large Linux', path, format, group_id, ssh_keys_support: true, minimum_disk_gb: 20 };
  large = (await chain.db.insertInto('images').values(image).returning('id').executeTakeFirstOrThrow()).id;
});
afterAll(() => chain.close());

const call = (operation: Parameters<Chain['call']>[0], params: object, more: object = {}) =>
  chain.call(operation, { params: params as never, ...more }, { token: serving.owner.token });
const REFUSED = {
  status: 422,
  body: {
    errors: { image_id: ['Large Linux needs a disk of at least 20 GB, but the plan nano has 10 GB. Choose a larger plan.'] },
  },
};

test('an order and its quote are refused at image_id, and move no money', async () => {
  const money = async () => (await call('getBalance', {})).body.balance;
  const before = await money();
  expect(await deploy(chain, serving.owner, { image_id: large })).toMatchObject(REFUSED);
  const body = { plan: 'nano', image_id: large };
  expect(await call('deployServer', {}, { body, query: { dry_run: 'true' } })).toMatchObject(REFUSED);
  expect(await chain.db.selectFrom('orders').select('id').execute()).toHaveLength(1);
  expect(await money()).toBe(before);
});

test('a plan with a larger disk is accepted, and the list says the least disk', async () => {
  const quote = await call('deployServer', {}, { body: { plan: 'micro', image_id: large }, query: { dry_run: 'true' } });
  expect(quote.status, quote.text).toBe(200);
  const { data } = (await call('listServerImages', {})).body;
  const named = data.map(({ name, minimum_disk }: { name: string; minimum_disk: number | null }) => [name, minimum_disk]);
  expect(Object.fromEntries(named)).toEqual({ 'Tiny Linux': null, 'Large Linux': 20 });
});

test('a reinstall is refused at image_id by the disk of the server, and its server keeps running', async () => {
  expect(await call('reinstallServer', { id: serving.id }, { body: { image_id: large } })).toMatchObject({
    status: 422,
    body: {
      errors: {
        image_id: [
          'Large Linux needs a disk of at least 20 GB, but this server with the plan nano has 10 GB. Choose another image.',
        ],
      },
    },
  });
  expect(await serving.unlocked()).toMatchObject({ state: ['running'] });
});

test('a server whose image needs a larger disk by now scales only to plans with such a disk', async () => {
  const set = (minimum_disk_gb: number | null) =>
    chain.db.updateTable('images').set({ minimum_disk_gb }).where('key', '=', 'tiny').execute();
  const plans = async () =>
    (await call('listServerScalePlans', { id: serving.id })).body.data.map(({ key }: { key: string }) => key);
  expect(await plans()).toContain('micro');
  await set(30);
  expect(await plans()).not.toContain('micro');
  const refused = {
    status: 422,
    body: {
      errors: { plan: ['Tiny Linux needs a disk of at least 30 GB, but the plan micro has 25 GB. Choose a larger plan.'] },
    },
  };
  const body = { plan: 'micro', scale_disk: true };
  expect(await call('calculateServerScale', { id: serving.id }, { body })).toMatchObject(refused);
  expect(await call('scaleServer', { id: serving.id }, { body })).toMatchObject(refused);
  await set(null);
});
