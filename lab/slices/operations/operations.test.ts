import { serverDeploy } from '@innkeeper/workflows/servers/deploy';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { deploy } from '../given-deploy.ts';

/** Steps that deploy a server from an image. */
const STEPS = serverDeploy.steps.map((step) => step.name).filter((name) => name !== 'copy');

let chain: Chain;
let owner: GivenAccount;
let id: number;
beforeAll(async () => {
  chain = await openChain({ simulated: { delays: { boot: 100 } } });
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 100_000n });
  id = (await deploy(chain, owner)).body.id;
  await chain.serverWhen(id, owner.token, (server) => server.status === 'active');
});
afterAll(() => chain.close());

const list = (query = {}) => chain.call('listServerOperations', { params: { id }, query }, { token: owner.token });
const get = (operation: number, token = owner.token) => chain.call('getOperation', { params: { id: operation } }, { token });

test('listServerOperations shows the operations of a server, newest first, with their steps', async () => {
  await chain.call('powerOffServer', { params: { id } }, { token: owner.token });
  await chain.serverWhen(id, owner.token, (server) => server.locked === null);
  const { status, body } = await list();
  expect(status).toBe(200);
  expect(body.meta.total).toBe(2);
  const [cut, built] = body.data;
  expect(cut).toMatchObject({ kind: 'power-off', state: 'done', resource: { type: 'server', id }, percent: 100, reason: null });
  expect(built).toMatchObject({ kind: 'deploy', state: 'done', estimated_end: null });
  expect(built.steps.map((step: { name: string }) => step.name)).toEqual(STEPS);
  for (const step of built.steps) {
    expect(step).toMatchObject({ undo: false, attempts: 1 });
    expect(step.finished_at >= step.started_at).toBe(true);
  }
  expect((await list({ per_page: 1, page: 2 })).body.data).toEqual([built]);
});

test('getOperation shows a running operation: its step, and an estimate of its end from the last ones of its kind', async () => {
  const begun = new Date(Date.now() - 1_000);
  const input = { kind: 'server.stop', account_id: owner.accountId, resource_kind: 'server', resource_id: id, input: '{}' };
  for (const seconds of [10, 30, 4_000]) {
    const times = { begun_at: begun, finished_at: new Date(begun.getTime() + seconds * 1_000) };
    await chain.db
      .insertInto('workflows')
      .values({ ...input, state: 'done', ...times })
      .execute();
  }
  const row = await chain.db
    .insertInto('workflows')
    // No worker claims a running workflow while its lease is valid and its worker lives.
    .values({
      ...input,
      kind: 'server.stop',
      state: 'queued',
      run_at: new Date(Date.now() + 3_600_000),
      begun_at: begun,
      percent: 40,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { body } = await get(row.id);
  expect(body).toMatchObject({ id: row.id, kind: 'stop', state: 'running', percent: 40, finished_at: null, steps: [] });
  expect(Date.parse(body.estimated_end)).toBe(begun.getTime() + 30_000);
  await sql`update workflows set begun_at = now() - interval '1 hour' where id = ${row.id}`.execute(chain.db);
  expect((await get(row.id)).body.estimated_end).toBeNull();
  await chain.db.deleteFrom('workflows').where('id', '=', row.id).execute();
});

/** All steps of a deploy up to this one can be undone. */
const begun = STEPS.slice(0, STEPS.indexOf('boot') + 1);

test('a failed operation shows a reason meant for customers, and which steps were compensated', async () => {
  const broken = await openChain({
    simulated: {
      fail: (act) => {
        if (act === 'start') throw new Error('/dev/secret is full');
      },
    },
  });
  await givenNode(broken.db);
  const account = await givenAccount(broken.db, { funds: 1_000n });
  const { id: server } = (await deploy(broken, account)).body;
  await broken.serverWhen(server, account.token, (one) => one.locked === null);
  const answer = await broken.call('listServerOperations', { params: { id: server } }, { token: account.token });
  const [failed] = answer.body.data;
  expect(failed).toMatchObject({ kind: 'deploy', state: 'failed', percent: null, reason: expect.stringMatching(/^[A-Z].*\.$/) });
  expect(failed.steps.map((step: { name: string; undo: boolean }) => `${step.undo ? 'undo ' : ''}${step.name}`)).toEqual([
    ...begun,
    ...begun.map((name) => `undo ${name}`).reverse(),
  ]);
  expect(failed.steps.filter((step: { finished_at: string | null }) => step.finished_at === null)).toMatchObject([
    { name: 'boot', undo: false, attempts: 4 },
  ]);
  expect(answer.text).not.toContain('secret');
  await broken.close();
});

test('nobody can see an operation without an account', async () => {
  const row = await chain.db
    .insertInto('workflows')
    .values({ kind: 'server.stop', account_id: null, resource_kind: 'server', resource_id: id, input: '{}', state: 'done' })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await get(row.id)).status).toBe(404);
  const { body } = await list();
  expect(body.data.map((operation: { id: number }) => operation.id)).not.toContain(row.id);
});
