import { eventually } from '@innkeeper/lab/torture/eventually';
import { enqueueTest, openTortureLab, type TortureLab, waitUntilEnded } from '@innkeeper/lab/torture/lab';
import { recordedWorkflow } from '@innkeeper/lab/torture/recorded-workflow';
import { TEST_TIMINGS } from '@innkeeper/lab/torture/test-timings';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLiveness } from './liveness.ts';

let lab: TortureLab;
beforeEach(async () => {
  lab = await openTortureLab();
});
afterEach(() => lab.close());

/** Closes the session of the worker, or all its connections, as a restart of PostgreSQL does. */
const cutSessions = (only: 'worker' | 'all') =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and (${only === 'all'} or application_name = 'innkeeper worker')`.execute(lab.db);

test('a worker whose session breaks takes a new id and reruns its workflows; the old run cannot write', async () => {
  const releases: ((word: string) => void)[] = [];
  let signal: AbortSignal | undefined;
  const { definition } = recordedWorkflow('t.cut', {
    one: {
      run: (cx) => {
        signal ??= cx.signal;
        return releases.length > 0 ? 2 : new Promise((resolve) => releases.push(resolve));
      },
    },
  });
  const worker = await lab.worker([definition]);
  const before = worker.id;
  const id = await enqueueTest(lab, 't.cut', { resourceId: 1 });
  await eventually(() => releases.length).toBe(1);
  await cutSessions('worker');
  await eventually(() => worker.id).not.toBe(before);
  const stateOf = async () => (await lab.db.selectFrom('workflows').select('state').where('id', '=', id).execute())[0]?.state;
  await eventually(stateOf).toBe('queued');
  expect(signal?.aborted).toBe(true);
  // One process does not run a workflow twice concurrently: the first run must end first.
  releases[0]?.('first');
  expect((await waitUntilEnded(lab, [id])).get(id)).toBe('done');
  const row = await lab.db.selectFrom('workflows').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ memory: { one: 2 }, epoch: 2 });
});

test('a worker survives the loss of every connection', async () => {
  const { definition } = recordedWorkflow('t.all', { one: {} });
  const worker = await lab.worker([definition]);
  const before = worker.id;
  await cutSessions('all');
  await eventually(() => worker.id).not.toBe(before);
  await eventually(() => worker.id).toBeTypeOf('number');
  const id = await enqueueTest(lab, 't.all');
  expect((await waitUntilEnded(lab, [id])).get(id)).toBe('done');
});

test('renews the leases of running workflows, and no others', async () => {
  const timings = { ...TEST_TIMINGS, leaseMs: 1_500 };
  const running: number[] = [];
  const liveness = await openLiveness({
    databaseUrl: lab.url,
    timings,
    running: () => running,
    onWorkAvailable: () => {},
    onLost: () => {},
  });
  const past = { state: 'running' as const, worker_id: liveness.workerId, lease_until: new Date(0) };
  const [mine, forgotten] = [await enqueueTest(lab, 'a'), await enqueueTest(lab, 'a')];
  await lab.db.updateTable('workflows').set(past).execute();
  running.push(mine);
  const leaseOf = async (id: number) =>
    (await lab.db.selectFrom('workflows').select('lease_until').where('id', '=', id).executeTakeFirstOrThrow()).lease_until;
  await eventually(async () => (await leaseOf(mine))?.getTime()).toBeGreaterThan(0);
  expect(await leaseOf(forgotten)).toEqual(new Date(0));
  await liveness.close();
});

test('notifies about new work, and once about a lost session, but not about a close', async () => {
  const messages: string[] = [];
  const options = {
    databaseUrl: lab.url,
    timings: TEST_TIMINGS,
    running: () => [],
    onWorkAvailable: () => void messages.push('work'),
    onLost: () => void messages.push('lost'),
  };
  const closed = await openLiveness(options);
  await closed.close();
  await openLiveness(options);
  await enqueueTest(lab, 'a');
  await eventually(() => messages).toEqual(['work']);
  await cutSessions('worker');
  await eventually(() => messages).toEqual(['work', 'lost']);
});

test('does not start without a database', async () => {
  const options = { databaseUrl: 'postgres:///none?host=/nowhere', timings: TEST_TIMINGS, running: () => [] };
  await expect(openLiveness({ ...options, onWorkAvailable: () => {}, onLost: () => {} })).rejects.toThrow();
});
