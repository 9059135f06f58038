import { createToken } from '@innkeeper/db/tables/tokens';
import { PLANNED_STEPS } from '@innkeeper/domain/workflows/planned-steps.gen';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '../../given.ts';
import { deploy } from '../given-deploy.ts';

// Runs without a worker, so that operations keep their state.
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  await givenNode(lab.db);
});
afterAll(() => lab.close());

const as = ({ token }: GivenAccount) => ({ token });
const list = async (owner: GivenAccount, query = {}) => (await lab.call('listOperations', { query }, as(owner))).body;
const idsOf = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id);
const startedBy = ({ headers }: Answer) => headers['x-operation-id'];
const end = (ids: number[]) =>
  sql`update workflows set state = 'done', finished_at = now(), begun_at = now() where id = any(${ids}::int[])`.execute(lab.db);

test('a reply names the operations that its request started, and so does its idempotent replay', async () => {
  const owner = await givenAccount(lab.db, { funds: 100_000n });
  const headers = { 'idempotency-key': 'two-servers' };
  const body = { name: ['web-1', 'web-2'], ssh_keys: [], password: 'correct horse battery' };
  const first = await deploy(lab, owner, body, headers);
  expect(first.status).toBe(201);
  const started = idsOf(await list(owner)).toReversed();
  expect(started).toHaveLength(2);
  expect(startedBy(first)).toBe(started.join(', '));
  const again = await lab.send({
    method: 'POST',
    url: '/v1/servers',
    headers: { authorization: `Bearer ${owner.token}`, ...headers },
    payload: { ...body, plan: 'nano', billing_cycle: 1, image_id: (await imageId()).id },
  });
  expect([again.headers['idempotent-replayed'], startedBy(again)]).toEqual(['true', startedBy(first)]);
  expect(idsOf(await list(owner))).toHaveLength(2);
});

const imageId = () => lab.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();

test('a request that starts no operation names none: reads, quotes, refusals and small changes', async () => {
  const owner = await givenAccount(lab.db, { funds: 100_000n });
  const id = await givenServer(lab.db, { accountId: owner.accountId });
  const stopped = await givenServer(lab.db, { accountId: owner.accountId, power: 'stopped' });
  const quote = await lab.call('deployServer', {
    query: { dry_run: 'true' },
    body: { name: 'web-1', plan: 'nano', image_id: (await imageId()).id, password: 'correct horse battery' },
  }, as(owner)); // biome-ignore format: one request
  expect(quote.status).toBe(200);
  const restarted = await lab.call('restartServer', { params: { server: id } }, as(owner));
  expect(startedBy(restarted)).toBe(String(idsOf(await list(owner))[0]));
  const locked = await lab.call('restartServer', { params: { server: id } }, as(owner));
  expect(locked.status).toBe(423);
  const nothing = await lab.call('stopServer', { params: { id: stopped } }, as(owner));
  expect(nothing.status).toBe(200);
  const read = await lab.call('getServer', { params: { id } }, as(owner));
  expect([quote, locked, nothing, read].map(startedBy)).toEqual([undefined, undefined, undefined, undefined]);
});

test('listOperations shows unfinished operations, newest first, in pages, and none of other accounts', async () => {
  const [owner, other] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  const started: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    const server = await givenServer(lab.db, { accountId: owner.accountId });
    started.push(Number(startedBy(await lab.call('restartServer', { params: { server } }, as(owner)))));
  }
  const [first, second, third] = started;
  expect(idsOf(await list(owner))).toEqual([third, second, first]);
  expect(idsOf(await list(owner, { per_page: 2, page: 2 }))).toEqual([first]);
  await end([second ?? 0]);
  const body = await list(owner);
  expect([idsOf(body), body.meta.total]).toEqual([[third, first], 2]);
  expect(idsOf(await list(other))).toEqual([]);
  expect((await lab.call('listOperations', { query: { per_page: 51 } }, as(owner))).body.errors).toHaveProperty('per_page');
});

test('an operation shows who requested it and its steps, with usual durations from five samples on', async () => {
  const owner = await givenAccount(lab.db);
  const server = await givenServer(lab.db, { accountId: owner.accountId });
  const started = Number(startedBy(await lab.call('restartServer', { params: { server } }, as(owner))));
  const get = async (id: number) => (await lab.call('getOperation', { params: { id } }, as(owner))).body;
  const names = PLANNED_STEPS['server.restart'];
  const unknown = names.map((name) => ({ name, usual_ms: null }));
  expect(await get(started)).toMatchObject({ requested_by: owner.email, planned: unknown });
  const sample = async (seconds: number) => {
    const { rows } = await sql<{ id: number }>`
      insert into workflows (kind, account_id, resource_kind, resource_id, input, state, begun_at, finished_at)
      values ('server.restart', ${owner.accountId}, 'server', ${server}, '{}', 'done', now(), now()) returning id`.execute(
      lab.db,
    );
    const id = rows[0]?.id ?? 0;
    await sql`insert into workflow_steps (workflow_id, step, direction, started_at, finished_at)
      values (${id}, 'reboot', 'forward', now(), now() + make_interval(secs => ${seconds}::float8))`.execute(lab.db);
    return id;
  };
  for (const seconds of [9, 1, 2, 3]) await sample(seconds);
  expect((await get(started)).planned).toEqual(unknown);
  const fifth = await sample(0.5);
  expect((await get(started)).planned).toEqual(names.map((name) => ({ name, usual_ms: name === 'reboot' ? 2_000 : null })));
  expect((await list(owner)).data[0].planned).toEqual((await get(started)).planned);
  // An ended operation shows its own durations. An operation without a requester shows no email address.
  expect(await get(fifth)).toMatchObject({ requested_by: null, planned: unknown });
});

test('a token limited to certain servers sees no email address, as it cannot list members either', async () => {
  const owner = await givenAccount(lab.db);
  const server = await givenServer(lab.db, { accountId: owner.accountId });
  const id = Number(startedBy(await lab.call('restartServer', { params: { server } }, as(owner))));
  const bound = await createToken(lab.db, { ...owner, name: 'bound', abilities: ['read'], servers: [server] });
  const call = async (name: 'getOperation' | 'listServerOperations', params: Record<string, string | number>, token: string) =>
    (await lab.call(name, { params }, { token })).body;
  for (const [token, email] of [
    [bound.token, null],
    [owner.token, owner.email],
  ] as const) {
    expect(await call('getOperation', { id }, token)).toMatchObject({ id, requested_by: email });
    expect((await call('listServerOperations', { id: server }, token)).data).toMatchObject([{ id, requested_by: email }]);
  }
});
