import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSetup, operations, requestFor, type Setup } from './setup.ts';

let setup: Setup;
const lockedAt = new Date('2026-01-31T12:00:00.000Z');

beforeAll(async () => {
  setup = await openSetup();
  const { db } = setup.lab;
  const { id: workflowId } = await db
    .insertInto('workflows')
    .values({ kind: 'server.scale', input: '{}', state: 'running' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('locks')
    .values({
      kind: 'server',
      resource_id: setup.me.has.server,
      workflow_id: workflowId,
      reason: 'scale',
      locked_at: lockedAt,
      deadline_at: new Date(Date.now() + 60_000),
    })
    .execute();
});
afterAll(() => setup.lab.close());

const locking = operations(({ locks }) => typeof locks === 'string');
const ending = operations(({ takesOver = [] }) => takesOver.length > 0).flatMap(({ name, operation }) =>
  (operation.takesOver ?? []).map((reason) => ({ name, reason })),
);
const reading = operations(
  ({ resources = [], ability }) => ability === 'read' && resources.some(({ kind }) => kind === 'server'),
);

describe.each(locking)('$name, on a locked server', ({ name }) => {
  it('returns 423 with a retry time and the reason', async () => {
    const reply = await setup.send(requestFor(name, setup.me));
    expect(reply).toMatchObject({
      status: 423,
      body: { code: 'locked', lock_reason: 'scale', locked_at: '2026-01-31T12:00:00.000000Z' },
    });
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect(reply.body.retry_after).toBe(Number(reply.headers['retry-after']));
  });

  it("still returns 403 for another account's server", async () => {
    const { other, me } = setup;
    const reply = await setup.send(requestFor(name, other, { of: me }));
    expect(reply.status).toBe(403);
  });
});

describe.each(ending)('$name, on a server that waits for its $reason', ({ name, reason }) => {
  it('ends the waiting workflow, and takes the lock', async () => {
    const { db } = setup.lab;
    await db.updateTable('locks').set({ reason }).execute();
    const before = await db.selectFrom('locks').selectAll().executeTakeFirstOrThrow();
    const reply = await setup.send(requestFor(name, setup.me));
    expect(reply).toMatchObject({ status: 200, body: { locked: 'true' } });
    const after = await db.selectFrom('locks').selectAll().executeTakeFirstOrThrow();
    expect(after.workflow_id).not.toBe(before.workflow_id);
    const old = await db.selectFrom('workflows').selectAll().where('id', '=', before.workflow_id).executeTakeFirstOrThrow();
    expect(old).toMatchObject({ superseded_by: after.workflow_id });
    // Restores the lock for the next test.
    await db.updateTable('locks').set({ reason: 'scale', locked_at: lockedAt }).execute();
  });

  it("still returns 403 for another account's server if that waits", async () => {
    const { other, me } = setup;
    expect((await setup.send(requestFor(name, other, { of: me }))).status).toBe(403);
  });
});

describe.each(reading)('$name, on a locked server', ({ name }) => {
  it('is allowed', async () => {
    const reply = await setup.send(requestFor(name, setup.me));
    expect([200, 501]).toContain(reply.status);
  });
});

it('both kinds were tested', () => {
  expect(locking.length).toBeGreaterThan(20);
  expect(reading.length).toBeGreaterThan(5);
});
