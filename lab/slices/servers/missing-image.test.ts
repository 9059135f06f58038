/** An image whose file is missing is not sold: nothing that would take the image is accepted, and all else works on. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { givenNode } from '../../given.ts';
import { deploy } from '../given-deploy.ts';
import { givenServing, type Serving } from '../given-serving.ts';

const REFUSED = {
  code: 'validation',
  errors: { image_id: ['This image is not available at the moment. Choose another image.'] },
};

let chain: Chain;
let serving: Serving;
let tiny: number;
let snapshot: number;
beforeAll(async () => {
  chain = await openChain();
  await givenNode(chain.db);
  tiny = (await chain.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow()).id;
  serving = await givenServing(chain);
  snapshot = await serving.wholeSnapshot();
});
afterAll(() => chain.close());
beforeEach(() => setMissing(new Date()));

const setMissing = (missing_since: Date | null) =>
  chain.db.updateTable('images').set({ missing_since }).where('id', '=', tiny).execute();
const call = (operation: Parameters<Chain['call']>[0], params: object, more: object = {}) =>
  chain.call(operation, { params: params as never, ...more }, { token: serving.owner.token });

/** Counts what an accepted order would add, and sums the money of customers. */
async function counted(): Promise<unknown> {
  const { rows } =
    await sql`select (select count(*)::int from services) as services, (select count(*)::int from orders) as orders,
    (select count(*)::int from workflows) as workflows, (select count(*)::int from ledger_entries) as entries,
    (select count(*)::int from audit_log) as audit, (select sum(memory_mb_used)::int from nodes) as memory,
    (select count(*)::int from ip_addresses where account_id is not null) as addresses`.execute(chain.db);
  return rows[0];
}

test('is not listed until its file is back, also in cached replies', async () => {
  const listed = async () => (await call('listServerImages', {})).body.data.map(({ id }: { id: number }) => id);
  for (const missing of [null, new Date(), null]) {
    await setMissing(missing);
    for (let i = 0; i < 3; i += 1) expect(await listed()).toEqual(missing ? [] : [tiny]);
  }
});

test.each([
  ['an order', {}, {}],
  ['an order of several servers', { name: ['web-1', 'web-2', 'web-3'] }, {}],
  ['an order that is paid later', { auto_pay: false }, {}],
  ['a quote', {}, { query: { dry_run: 'true' } }],
])('%s is refused at image_id, and moves no money', async (_what, request, more) => {
  const before = await counted();
  const body = { name: 'web-1', plan: 'nano', billing_cycle: 1, image_id: tiny, password: 'correct horse battery', ...request };
  expect(await call('deployServer', {}, { body, ...more })).toMatchObject({ status: 422, body: REFUSED });
  // Other wrong fields are reported together with the image.
  const wrong = await call('deployServer', {}, { body: { ...body, plan: 'no-such' }, ...more });
  expect(Object.keys(wrong.body.errors).sort()).toEqual(['image_id', 'plan']);
  expect(await counted()).toEqual(before);
});

test('a reinstall is refused at image_id, and its server keeps running', async () => {
  const before = await counted();
  const answer = await call('reinstallServer', { id: serving.id }, { body: { image_id: tiny } });
  expect(answer).toMatchObject({ status: 422, body: REFUSED });
  expect(await counted()).toEqual(before);
  expect(await serving.unlocked()).toMatchObject({ state: ['running'], server_image: { id: tiny, name: 'Tiny Linux' } });
});

test('a server that has the image is restarted, rescued, scaled, renewed, copied and restored as before', async () => {
  const { id } = serving;
  const accepted = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer;
    expect(status, text).toBeLessThan(300);
    await serving.unlocked();
  };
  await accepted(call('restartServer', { server: id }));
  await accepted(call('enableServerRescue', { id }));
  await accepted(call('disableServerRescue', { id }));
  await accepted(call('renewServers', {}, { body: { server_ids: [id], billing_cycle: 1 } }));
  await accepted(call('stopServer', { id }));
  await accepted(call('scaleServer', { id }, { body: { plan: 'micro', scale_disk: true } }));
  await accepted(call('startServer', { id }));
  await accepted(serving.restore({ snapshot_id: snapshot }));
  expect(await serving.unlocked()).toMatchObject({ state: ['running'], server_image: { id: tiny } });
});

test('a server from a snapshot is built from the file of the snapshot, so it is accepted', async () => {
  const { status, body } = await deploy(chain, serving.owner, { image_id: undefined, snapshot_id: snapshot, plan: 'micro' });
  expect(status, JSON.stringify(body)).toBe(201);
  const server = await chain.serverWhen(body.id, serving.owner.token, (one) => one.status === 'active');
  expect(server.server_image).toMatchObject({ id: tiny });
});
