import { EngineError } from '@innkeeper/engine/error';
import { eventually } from '@innkeeper/lab/torture/eventually';
import { enqueueTest, openTortureLab, type TortureLab, waitUntilEnded } from '@innkeeper/lab/torture/lab';
import { failing, recordedWorkflow } from '@innkeeper/lab/torture/recorded-workflow';
import { TEST_TIMINGS } from '@innkeeper/lab/torture/test-timings';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pollAfter } from '../define.ts';

let lab: TortureLab;
beforeAll(async () => {
  lab = await openTortureLab();
});
afterAll(() => lab.close());

const rowOf = (id: number) => lab.db.selectFrom('workflows').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const stepsOf = (id: number) =>
  lab.db.selectFrom('workflow_steps').selectAll().where('workflow_id', '=', id).orderBy('started_at').execute();
const auditOf = (id: number) =>
  lab.db.selectFrom('audit_log').selectAll().where('actor_kind', '=', 'workflow').where('actor_id', '=', id).execute();

describe('running forward', () => {
  test('runs the steps in order, passes their results on, and ends atomically with lock, state and audit', async () => {
    let seen: unknown;
    const { definition, told } = recordedWorkflow('t.happy', {
      one: { run: () => ({ port: 4 }) },
      two: { run: (cx) => `${(cx.memory.one as { port: number }).port} and ${cx.input.word}` },
      three: {
        run: (cx) => {
          seen = cx.memory;
          return undefined;
        },
      },
    });
    const worker = await lab.worker([definition]);
    const id = await enqueueTest(lab, 't.happy', { resourceId: 1, input: { word: 'more' } });
    await waitUntilEnded(lab, [id]);
    await worker.stop();

    expect(told).toEqual(['one', 'two', 'three', 'finish']);
    expect(seen).toEqual({ one: { port: 4 }, two: '4 and more' });
    expect(await rowOf(id)).toMatchObject({ state: 'done' });
    expect(await lab.db.selectFrom('locks').selectAll().execute()).toEqual([]);
    expect(await auditOf(id)).toMatchObject([{ action: 't.happy.done', resource_kind: 'test', resource_id: 1 }]);
    expect(await stepsOf(id)).toMatchObject(
      ['one', 'two', 'three', 'end'].map((step) => ({ step, attempts: 1, direction: 'forward', finished_at: expect.any(Date) })),
    );
  });

  test('retries a failed step, and stores its error for people', async () => {
    const { definition, told } = recordedWorkflow('t.retry', { one: { run: failing(2, new Error('busy')) } });
    const worker = await lab.worker([definition]);
    const id = await enqueueTest(lab, 't.retry');
    expect((await waitUntilEnded(lab, [id])).get(id)).toBe('done');
    await worker.stop();
    expect(told).toEqual(['one', 'one', 'one', 'finish']);
    expect((await stepsOf(id))[0]).toMatchObject({ step: 'one', attempts: 3, error: 'busy' });
  });

  test('polls as often as a step requests, without counting a failure', async () => {
    let looks = 0;
    const { definition } = recordedWorkflow('t.again', {
      wait: { attempts: 1, run: () => (++looks < 8 ? pollAfter(1) : looks) },
    });
    const worker = await lab.worker([definition]);
    const id = await enqueueTest(lab, 't.again');
    expect((await waitUntilEnded(lab, [id])).get(id)).toBe('done');
    await worker.stop();
    expect((await rowOf(id)).memory).toEqual({ wait: 8 });
  });

  test('rolls back without a retry if the engine reports a non-retryable error', async () => {
    const vain = new EngineError('image', 'no such image', { retryable: false });
    const { definition, told } = recordedWorkflow('t.vain', { one: { run: failing(1, vain) } });
    const worker = await lab.worker([definition]);
    const id = await enqueueTest(lab, 't.vain');
    expect((await waitUntilEnded(lab, [id])).get(id)).toBe('undone');
    await worker.stop();
    expect(told).toEqual(['one', 'undo one', 'undone']);
  });

  test('treats a result that is not JSON as a failure of its step', async () => {
    const { definition } = recordedWorkflow('t.json', { one: { attempts: 2, run: () => 7n as unknown as number } });
    const worker = await lab.worker([definition]);
    const id = await enqueueTest(lab, 't.json');
    expect((await waitUntilEnded(lab, [id])).get(id)).toBe('undone');
    await worker.stop();
  });

  test('a step that waits past its deadline rolls back', async () => {
    const { definition, told } = recordedWorkflow('t.late', { wait: { deadlineMs: 30, run: () => pollAfter(5) } });
    const worker = await lab.worker([definition]);
    const id = await enqueueTest(lab, 't.late');
    expect((await waitUntilEnded(lab, [id])).get(id)).toBe('undone');
    await worker.stop();
    expect(told.at(-2)).toBe('undo wait');
  });

  test('a step that hangs is abandoned at its deadline', async () => {
    const { definition } = recordedWorkflow('t.hang', { hang: { deadlineMs: 20, run: () => new Promise(() => {}) } });
    const worker = await lab.worker([definition]);
    const id = await enqueueTest(lab, 't.hang');
    expect((await waitUntilEnded(lab, [id])).get(id)).toBe('undone');
    await worker.stop();
    expect(await rowOf(id)).toMatchObject({ error: 'did not end within 20 ms', reason: 'It could not be done.' });
  });

  test('a step that kills every worker rolls back in the end', async () => {
    const { definition } = recordedWorkflow('t.deadly', { boom: { attempts: 1 } });
    const at = () => {
      throw new Error('dead');
    };
    const worker = await lab.worker([definition], {
      hooks: { at: (point) => (point.moment === 'afterStep' ? at() : undefined) },
    });
    const id = await enqueueTest(lab, 't.deadly');
    expect((await waitUntilEnded(lab, [id])).get(id)).toBe('undone');
    await worker.stop();
    expect((await rowOf(id)).error).toMatch(/their workers died/);
  });
});

describe('future work', () => {
  test('waits until it is due', async () => {
    const { definition, told } = recordedWorkflow('t.later', { one: {} });
    const worker = await lab.worker([definition]);
    const id = await enqueueTest(lab, 't.later', { runAt: new Date(Date.now() + 3_600_000) });
    await worker.idle();
    expect(told).toEqual([]);
    await lab.db.updateTable('workflows').set({ run_at: new Date() }).where('id', '=', id).execute();
    await worker.idle();
    await worker.stop();
    expect(told).toEqual(['one', 'finish']);
  });
});

describe('long before the next poll', () => {
  const timings = { ...TEST_TIMINGS, pollMs: 60_000, leaseMs: 120_000 };

  test('work enqueued for later runs when it is due, including the later one', async () => {
    const { definition, told } = recordedWorkflow('t.timer', { one: {} });
    const worker = await lab.worker([definition], { timings });
    const at = (ms: number) => enqueueTest(lab, 't.timer', { runAt: new Date(Date.now() + ms) });
    const ids = [await at(400), await at(200)];
    expect([...(await waitUntilEnded(lab, ids)).values()]).toEqual(['done', 'done']);
    await worker.stop();
    expect(told).toEqual(['one', 'finish', 'one', 'finish']);
  });

  test('a waiting step is polled again', async () => {
    let looks = 0;
    const { definition } = recordedWorkflow('t.looks', { one: { run: () => (++looks < 3 ? pollAfter(50) : looks) } });
    const worker = await lab.worker([definition], { timings });
    expect([...(await waitUntilEnded(lab, [await enqueueTest(lab, 't.looks')])).values()]).toEqual(['done']);
    await worker.stop();
  });

  test('a short pause keeps its slot until another workflow needs it', async () => {
    let over = false;
    const { definition, told } = recordedWorkflow('t.short', {
      one: { run: (cx) => (cx.input.waits && !over ? pollAfter(20) : null) },
    });
    const waiting = await enqueueTest(lab, 't.short', { input: { waits: 1 } });
    const worker = await lab.worker([definition], { timings, concurrency: 1 });
    await eventually(async () => told.length).toBeGreaterThan(5);
    expect(await rowOf(waiting)).toMatchObject({ epoch: 1, state: 'running' });
    const next = await enqueueTest(lab, 't.short');
    expect([...(await waitUntilEnded(lab, [next])).values()]).toEqual(['done']);
    over = true;
    expect([...(await waitUntilEnded(lab, [waiting])).values()]).toEqual(['done']);
    await worker.stop();
  });

  test('a longer wait gives up its slot to the next workflow', async () => {
    const { definition } = recordedWorkflow('t.place', {
      one: { run: (cx) => (cx.input.waits ? pollAfter(50_000) : null) },
    });
    await enqueueTest(lab, 't.place', { input: { waits: 1 }, runAt: new Date(0) });
    const next = await enqueueTest(lab, 't.place');
    const worker = await lab.worker([definition], { timings, concurrency: 1 });
    expect([...(await waitUntilEnded(lab, [next])).values()]).toEqual(['done']);
    await worker.stop();
  });
});

describe('a stopping worker', () => {
  test('releases its workflows without counting an attempt, and claims no more', async () => {
    let release = () => {};
    const { definition, told } = recordedWorkflow('t.stop', {
      one: {
        run: (cx) =>
          new Promise((_, reject) => {
            release();
            cx.signal.addEventListener('abort', () => {
              told.push('told to stop');
              reject(new Error('told to stop'));
            });
          }),
      },
    });
    const begun = new Promise<void>((resolve) => {
      release = resolve;
    });
    const worker = await lab.worker([definition]);
    const id = await enqueueTest(lab, 't.stop', { resourceId: 2 });
    await begun;
    await worker.stop();
    expect(await rowOf(id)).toMatchObject({ state: 'queued', worker_id: null, attempts: 0, direction: 'forward' });
    expect(told).toEqual(['one', 'told to stop']);

    const next = await lab.worker([recordedWorkflow('t.stop', { one: {} }).definition]);
    expect((await waitUntilEnded(lab, [id])).get(id)).toBe('done');
    await next.stop();
  });

  test('releases an unresponsive step when its time is over, and fences its later writes', async () => {
    let wake = (_: string) => {};
    const { definition } = recordedWorkflow('t.unresponsive', {
      one: {
        run: () =>
          new Promise((resolve) => {
            wake = resolve;
          }),
      },
    });
    const unresponsive = await lab.worker([definition]);
    const id = await enqueueTest(lab, 't.unresponsive');
    await eventually(async () => (await rowOf(id)).state).toBe('running');
    await unresponsive.stop({ drainMs: 10 });
    const next = await lab.worker([recordedWorkflow('t.unresponsive', { one: { run: () => 2 } }).definition]);
    expect((await waitUntilEnded(lab, [id])).get(id)).toBe('done');
    wake('the old one');
    await next.stop();
    expect((await rowOf(id)).memory).toEqual({ one: 2 });
  });
});
