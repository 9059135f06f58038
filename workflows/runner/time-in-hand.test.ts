import { eventually } from '@innkeeper/lab/torture/eventually';
import { enqueueTest, openTortureLab, type TortureLab, waitUntilEnded } from '@innkeeper/lab/torture/lab';
import { movingClock } from '@innkeeper/lab/torture/moving-clock';
import { recordedWorkflow } from '@innkeeper/lab/torture/recorded-workflow';
import { TEST_TIMINGS } from '@innkeeper/lab/torture/test-timings';
import { hours, minutes, seconds } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pollAfter } from '../define.ts';
import { freeOrphans } from './claim.ts';
import { StepTime, TimeInHand } from './time-in-hand.ts';

describe("a worker's observed time", () => {
  const at = (...times: number[]) => ({ now: () => new Date(times.shift() ?? 0) });

  test('counts between ticks, without gaps longer than a lease, in which a worker loses its workflows', () => {
    const time = new TimeInHand(at(0, 10_000, 30_000, 3_630_000, 3_640_000), seconds(20));
    expect([time.measure(), time.measure(), time.measure(), time.measure()]).toEqual([10_000, 30_000, 30_000, 40_000]);
  });

  test('never decreases when the clock does', () => {
    const time = new TimeInHand(at(100_000, 101_000, 5_000, 6_000), seconds(20));
    expect([time.measure(), time.measure(), time.measure()]).toEqual([1_000, 1_000, 2_000]);
  });

  test('restarts with each step, and the first includes what earlier workers spent', () => {
    let now = 0;
    const time = new TimeInHand({ now: () => new Date(now) }, seconds(20));
    const step = new StepTime(time, 5_000);
    now += 10_000;
    expect(step.elapsed).toBe(15_000);
    step.begin();
    expect(step.elapsed).toBe(0);
  });
});

const REAL_PAUSES = { ...TEST_TIMINGS, pauseFactor: 1 };

describe('a deadline', () => {
  let lab: TortureLab;
  beforeAll(async () => {
    lab = await openTortureLab();
  });
  afterAll(() => lab.close());
  const rowOf = (id: number) => lab.db.selectFrom('workflows').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  test('does not approach while the worker is dead, and the interrupted step continues', async () => {
    const clock = movingClock();
    const seen: number[] = [];
    const { definition } = recordedWorkflow('t.dead', {
      one: { attempts: 2, deadlineMs: minutes(15), run: (cx) => (seen.push(cx.elapsed) < 3 ? pollAfter(1) : null) },
    });
    let down = false;
    const at = ({ moment }: { moment: string }) => {
      if (down || moment !== 'beforeStep') return;
      down = true;
      clock.pass(hours(1));
      throw new Error('the host is down for an hour');
    };
    const worker = await lab.worker([definition], { clock, hooks: { at } });
    const id = await enqueueTest(lab, 't.dead');
    expect((await waitUntilEnded(lab, [id])).get(id)).toBe('done');
    await worker.stop();
    expect(Math.max(...seen)).toBeLessThan(minutes(1));
  });

  test('includes the pause that a step requested, however late it is polled again', async () => {
    const clock = movingClock();
    const seen: number[] = [];
    const { definition } = recordedWorkflow('t.pause', {
      one: { deadlineMs: minutes(15), run: (cx) => (seen.push(cx.elapsed) < 2 ? pollAfter(minutes(2)) : null) },
    });
    const worker = await lab.worker([definition], { clock, timings: REAL_PAUSES });
    const id = await enqueueTest(lab, 't.pause');
    await eventually(async () => (await rowOf(id)).spent_ms).toBeGreaterThanOrEqual(minutes(2));
    await worker.stop();
    clock.pass(hours(1));
    const next = await lab.worker([definition], { clock });
    expect((await waitUntilEnded(lab, [id])).get(id)).toBe('done');
    await next.stop();
    expect(seen[1]).toBeGreaterThanOrEqual(minutes(2));
    expect(seen[1]).toBeLessThan(minutes(3));
  });

  test("is reached by the step's own waits", async () => {
    const clock = movingClock();
    const { definition, told } = recordedWorkflow('t.own', {
      one: {
        deadlineMs: minutes(5),
        run: () => {
          clock.pass(minutes(2));
          return pollAfter(minutes(2));
        },
      },
    });
    const worker = await lab.worker([definition], { clock, timings: REAL_PAUSES });
    const id = await enqueueTest(lab, 't.own');
    // Time passes during the pauses.
    const passing = setInterval(() => clock.pass(minutes(2)), 5);
    expect((await waitUntilEnded(lab, [id])).get(id)).toBe('undone');
    clearInterval(passing);
    await worker.stop();
    expect(told).toEqual(['one', 'one', 'one', 'one', 'undo one', 'undone']);
  });

  test("counts a lost worker's time until its last sign of life, by the clock of the database", async () => {
    const id = await enqueueTest(lab, 't.lost');
    await sql`update workflows set state = 'running', worker_id = 4711, spent_ms = 1000, counted_at = now() - interval '1 hour',
      lease_until = now() - interval '59 min' + make_interval(secs => ${TEST_TIMINGS.leaseMs / 1000}) where id = ${id}`.execute(
      lab.db,
    );
    expect(await freeOrphans(lab.db, { workerId: 1, running: [], now: new Date(), timings: TEST_TIMINGS })).toEqual([id]);
    expect((await rowOf(id)).spent_ms).toBe(61_000);
  });

  test('counts the time of a worker that stops during a step', async () => {
    const { definition } = recordedWorkflow('t.unresponsive', { one: { run: () => new Promise(() => {}) } });
    const unresponsive = await lab.worker([definition]);
    const id = await enqueueTest(lab, 't.unresponsive');
    await eventually(async () => (await rowOf(id)).state).toBe('running');
    await sql`update workflows set counted_at = counted_at - interval '1 min' where id = ${id}`.execute(lab.db);
    await unresponsive.stop({ drainMs: 10 });
    expect((await rowOf(id)).spent_ms).toBeGreaterThanOrEqual(minutes(1));
  });
});
