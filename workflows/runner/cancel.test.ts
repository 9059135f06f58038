import { requestCancel } from '@innkeeper/domain/workflows/cancel';
import { eventually } from '@innkeeper/lab/torture/eventually';
import { enqueueTest, openTortureLab, type TortureLab, waitUntilEnded } from '@innkeeper/lab/torture/lab';
import { recordedWorkflow } from '@innkeeper/lab/torture/recorded-workflow';
import { systemClock } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pollAfter } from '../define.ts';

let lab: TortureLab;
beforeAll(async () => {
  lab = await openTortureLab();
});
afterAll(() => lab.close());

const rowOf = (id: number) => lab.db.selectFrom('workflows').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const ask = (id: number, reason = 'Not wanted.') =>
  lab.db.transaction().execute((trx) => requestCancel({ db: trx, clock: systemClock }, id, reason));
/** Ends only when its signal aborts. */
const waits = ({ signal }: { signal: AbortSignal }) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('told to stop')), { once: true }));
let resource = 0;
const begin = async (kind: string, options: Parameters<typeof enqueueTest>[2] = {}) => {
  resource += 1;
  return enqueueTest(lab, kind, { resourceId: resource, ...options });
};
async function expectCancelled(id: number): Promise<void> {
  expect((await waitUntilEnded(lab, [id])).get(id)).toBe('undone');
  expect(await rowOf(id)).toMatchObject({ fault: 'cancelled', reason: 'Not wanted.' });
  expect(await lab.db.selectFrom('locks').selectAll().where('workflow_id', '=', id).execute()).toEqual([]);
  expect(await lab.db.selectFrom('operator_alerts').selectAll().where('key', '=', `workflow:${id}`).execute()).toEqual([]);
}

test('a running workflow aborts its step and undoes every started step', async () => {
  const { definition, told } = recordedWorkflow('c.runs', { one: {}, two: { run: waits }, three: {} });
  const worker = await lab.worker([definition]);
  const id = await begin('c.runs');
  await eventually(async () => told.includes('two')).toBe(true);
  await ask(id);
  await ask(id, 'Another sentence.');
  await expectCancelled(id);
  expect(told).toEqual(['one', 'two', 'undo two', 'undo one', 'undone']);
  await worker.stop();
});

test('a step that ignores its abort signal is abandoned after the grace period', async () => {
  const { definition, told } = recordedWorkflow('c.unresponsive', { one: { run: () => new Promise<never>(() => {}) } });
  const worker = await lab.worker([definition]);
  const id = await begin('c.unresponsive');
  await eventually(async () => told.includes('one')).toBe(true);
  await ask(id);
  await expectCancelled(id);
  expect(told).toEqual(['one', 'undo one', 'undone']);
  await worker.stop();
});

test('a workflow that waits for its time or for a worker rolls back immediately', async () => {
  const { definition, told } = recordedWorkflow('c.waits', { one: { run: () => pollAfter(50_000) } });
  const early = await begin('c.waits', { runAt: new Date(Date.now() + 3_600_000) });
  await ask(early);
  const worker = await lab.worker([definition]);
  await expectCancelled(early);
  const id = await begin('c.waits');
  await eventually(async () => {
    const { state, begun_at } = await rowOf(id);
    return state === 'queued' && begun_at !== null;
  }).toBe(true);
  await ask(id);
  await expectCancelled(id);
  expect(told).toEqual(['undone', 'one', 'undo one', 'undone']);
  await worker.stop();
});

test('a cancellation in the last moment rolls back too, and its end leaves nothing behind', async () => {
  let id = 0;
  const { definition, told } = recordedWorkflow('c.late', { one: {} });
  const at = async ({ moment, direction }: { moment: string; direction: string }) => {
    if (moment === 'beforeEnd' && direction === 'forward') await ask(id);
  };
  const worker = await lab.worker([definition], { hooks: { at }, timings: { pollMs: 60_000, leaseMs: 30_000 } });
  id = await begin('c.late');
  await expectCancelled(id);
  expect(told).toEqual(['one', 'undo one', 'undone']);
  await worker.stop();
});

test('if the worker dies during a cancellation, the next one rolls the workflow back', async () => {
  let dies = true;
  const { definition, told } = recordedWorkflow('c.dies', {
    one: { run: () => (dies ? waits({ signal: new AbortController().signal }) : null) },
  });
  const first = await lab.worker([definition], { timings: { pollMs: 60_000, graceMs: 60_000, leaseMs: 60_000 } });
  const id = await begin('c.dies');
  await eventually(async () => told.includes('one')).toBe(true);
  dies = false;
  await first.stop({ drainMs: 0 });
  await ask(id);
  const second = await lab.worker([definition]);
  await expectCancelled(id);
  expect(told.slice(1)).toEqual(['undo one', 'undone']);
  await second.stop();
});

test('a workflow past its point of no return continues to its end', async () => {
  let proceed = () => {};
  const gone = new Promise<null>((resolve) => (proceed = () => resolve(null)));
  const { definition, told } = recordedWorkflow('c.past', { one: {}, two: { run: () => gone } });
  const steps = definition.steps.map((step) => (step.name === 'two' ? { ...step, pointOfNoReturn: 'It is gone.' } : step));
  const worker = await lab.worker([{ ...definition, steps }]);
  const id = await begin('c.past');
  await eventually(async () => told.includes('two')).toBe(true);
  await ask(id);
  proceed();
  expect((await waitUntilEnded(lab, [id])).get(id)).toBe('done');
  expect(told).toEqual(['one', 'two', 'finish']);
  await worker.stop();
});
