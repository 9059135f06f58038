import { eventually } from '@innkeeper/lab/torture/eventually';
import { enqueueTest, openTortureLab, type TortureLab, waitUntilEnded } from '@innkeeper/lab/torture/lab';
import { failing, type RecordedStep, recordedWorkflow } from '@innkeeper/lab/torture/recorded-workflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineWorkflow, NonRetryableError, pollAfter } from '../define.ts';
import { firstUndo, positionAfter, positionOf, undoAfter } from './step-position.ts';

let lab: TortureLab;
beforeAll(async () => {
  lab = await openTortureLab();
});
afterAll(() => lab.close());

const rowOf = (id: number) => lab.db.selectFrom('workflows').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const alertsOf = (id: number) =>
  lab.db.selectFrom('operator_alerts').selectAll().where('message', 'like', `Workflow ${id} %`).orderBy('id').execute();

const undo = async () => {};
const looks = { undo: { why: 'it only looks' } };
const STEPS = [
  { name: 'a', undo },
  { name: 'b', ...looks },
  { name: 'c', undo },
  { name: 'd', ...looks },
];

test('the next step is found by name, and the end follows the last one', () => {
  expect([positionOf(STEPS, null), positionOf(STEPS, 'c'), positionOf([], null)]).toEqual(['a', 'c', 'end']);
  expect(['a', 'c', 'd'].map((name) => positionAfter(STEPS, name))).toEqual(['b', 'd', 'end']);
  expect(() => positionAfter(STEPS, 'gone')).toThrow('knows no step "gone"');
});

test('rolling back covers started steps that have an undo', () => {
  expect(firstUndo(STEPS, ['a', 'b', 'c', 'd', 'end'])).toBe('c');
  expect(firstUndo(STEPS, ['a', 'b'])).toBe('a');
  expect(undoAfter(STEPS, 'c', ['a', 'b', 'c'])).toBe('a');
  // `a` was inserted while the workflow ran.
  expect(undoAfter(STEPS, 'c', ['b', 'c'])).toBe('end');
  expect(() => firstUndo(STEPS, ['a', 'gone'])).toThrow('knows no step "gone"');
});

test.each([
  ['two of a name', ['a', 'a']],
  ['the name of the end', ['a', 'end']],
  ['no name', ['']],
])('refuses a definition with %s', (_what, names) => {
  const steps = names.map((name) => ({ name, run: async () => null, attempts: 1, deadlineMs: 1, ...looks }));
  const rest = { kind: 't.odd', failureMessage: '', finish: undo, undone: undo };
  expect(() => defineWorkflow({ ...rest, steps })).toThrow(/is no name for a step/);
});

describe('a release that inserts steps', () => {
  const KIND = 't.release';
  /** Starts a workflow with one release, stops the worker at step two, and continues with the next release. */
  async function upgrade(before: Record<string, RecordedStep>, after: Record<string, RecordedStep>, ends: 'done' | 'undone') {
    const old = await lab.worker([recordedWorkflow(KIND, before).definition]);
    const id = await enqueueTest(lab, KIND, { resourceId: 1 });
    await eventually(async () => (await rowOf(id)).step).toBe('two');
    await old.stop();
    const { definition, told } = recordedWorkflow(KIND, after);
    const next = await lab.worker([definition]);
    expect((await waitUntilEnded(lab, [id])).get(id)).toBe(ends);
    await next.stop();
    return told;
  }
  const waits = { run: () => pollAfter(5) };

  test('running workflows continue at their current step', async () => {
    const ran = await upgrade(
      { one: {}, two: waits, three: {} },
      { zero: {}, one: {}, more: {}, two: {}, mid: {}, three: {} },
      'done',
    );
    expect(ran).toEqual(['two', 'mid', 'three', 'finish']);
  });

  test('running workflows undo only the steps that they started', async () => {
    const fails = { run: failing(9, new NonRetryableError('operator', 'No.')) };
    const ran = await upgrade({ one: {}, two: waits }, { zero: {}, one: {}, more: {}, two: fails, three: {} }, 'undone');
    expect(ran).toEqual(['two', 'undo two', 'undo one', 'undone']);
  });
});

describe('a step that this release does not know', () => {
  const KIND = 't.unknown';

  test('makes the workflow stuck with one alert, and a release with that step continues it', async () => {
    const old = await lab.worker([recordedWorkflow(KIND, { one: {}, two: { run: () => pollAfter(5) } }).definition]);
    const id = await enqueueTest(lab, KIND, { resourceId: 2 });
    await eventually(async () => (await rowOf(id)).step).toBe('two');
    await old.stop();

    const lacking = recordedWorkflow(KIND, { one: {}, deux: {} });
    const wrong = await lab.worker([lacking.definition]);
    await eventually(async () => (await rowOf(id)).epoch).toBeGreaterThan(4);
    await wrong.stop();
    expect(lacking.told).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ state: 'stuck', step: 'two', direction: 'forward', attempts: 0 });
    expect(await lab.db.selectFrom('locks').selectAll().where('workflow_id', '=', id).execute()).toHaveLength(1);
    expect(await alertsOf(id)).toMatchObject([{ kind: 'workflow_unreadable', resource_id: 2, resolved_at: null }]);

    const right = await lab.worker([recordedWorkflow(KIND, { one: {}, two: {} }).definition]);
    expect((await waitUntilEnded(lab, [id])).get(id)).toBe('done');
    await right.stop();
    expect(await alertsOf(id)).toMatchObject([{ kind: 'workflow_unreadable', resolved_at: expect.any(Date) }]);
  });

  test('among the started ones stops the rollback before its first undo', async () => {
    const doomed = { run: failing(99, new NonRetryableError('operator', 'No.')) };
    const id = await enqueueTest(lab, KIND, { resourceId: 3 });
    await lab.db.insertInto('workflow_steps').values({ workflow_id: id, step: 'lost', direction: 'forward' }).execute();
    const { definition, told } = recordedWorkflow(KIND, { one: doomed });
    const worker = await lab.worker([definition]);
    await eventually(async () => (await rowOf(id)).state).toBe('stuck');
    await worker.stop();
    expect(told).not.toContain('undo one');
    expect(await alertsOf(id)).toMatchObject([{ kind: 'workflow_unreadable', resolved_at: null }]);
  });
});
