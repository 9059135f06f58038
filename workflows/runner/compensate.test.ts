import { retryStuck } from '@innkeeper/domain/workflows/retry-stuck';
import { eventually } from '@innkeeper/lab/torture/eventually';
import { enqueueTest, openTortureLab, type TortureLab, waitUntilEnded } from '@innkeeper/lab/torture/lab';
import { failing, recordedWorkflow } from '@innkeeper/lab/torture/recorded-workflow';
import { TEST_TIMINGS } from '@innkeeper/lab/torture/test-timings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NonRetryableError, type RollbackCause } from '../define.ts';

let lab: TortureLab;
beforeAll(async () => {
  lab = await openTortureLab();
});
afterAll(() => lab.close());

const rowOf = (id: number) => lab.db.selectFrom('workflows').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const alertsOf = (id: number) =>
  lab.db.selectFrom('operator_alerts').selectAll().where('message', 'like', `Workflow ${id} %`).orderBy('id').execute();

test('undoes every started step, including the failed one, in reverse order, and reports the reason', async () => {
  const whys: RollbackCause[] = [];
  const { definition, told } = recordedWorkflow(
    't.back',
    {
      one: {},
      looks: { undo: 'none' },
      three: { run: failing(9, new NonRetryableError('operator', 'No luck today.', 'disk full')) },
      four: {},
    },
    { undone: async (_cx, why) => void whys.push(why) },
  );
  const worker = await lab.worker([definition]);
  const id = await enqueueTest(lab, 't.back', { resourceId: 1 });
  expect((await waitUntilEnded(lab, [id])).get(id)).toBe('undone');
  await worker.stop();

  expect(told).toEqual(['one', 'looks', 'three', 'undo three', 'undo one', 'undone']);
  expect(whys).toEqual([{ step: 'three', error: 'disk full', reason: 'No luck today.' }]);
  expect(await lab.db.selectFrom('locks').selectAll().execute()).toEqual([]);
  expect(await alertsOf(id)).toMatchObject([{ kind: 'workflow_undone', resource_kind: 'test', resource_id: 1 }]);
  const audit = await lab.db
    .selectFrom('audit_log')
    .selectAll()
    .where('actor_kind', '=', 'workflow')
    .where('actor_id', '=', id)
    .execute();
  expect(audit).toMatchObject([{ action: 't.back.undone', details: { step: 'three', error: 'disk full' } }]);
});

test('an undo that keeps failing is stuck: alerted once, retried indefinitely, and resolved by its success', async () => {
  let tries = 0;
  const { definition } = recordedWorkflow('t.stuck', {
    one: {
      run: failing(9, new NonRetryableError('operator', 'No.')),
      undo: () => {
        tries += 1;
        if (tries < 9) throw new Error('host is away');
      },
    },
  });
  const worker = await lab.worker([definition]);
  const id = await enqueueTest(lab, 't.stuck', { resourceId: 2 });
  await eventually(async () => (await rowOf(id)).state).toBe('stuck');
  expect(await lab.db.selectFrom('locks').selectAll().where('workflow_id', '=', id).execute()).toHaveLength(1);
  expect((await waitUntilEnded(lab, [id])).get(id)).toBe('undone');
  await worker.stop();
  expect(tries).toBe(9);
  const [stuck, undone, ...more] = await alertsOf(id);
  expect(stuck).toMatchObject({ kind: 'workflow_stuck', resolved_at: expect.any(Date) });
  expect(undone).toMatchObject({ kind: 'workflow_undone', resolved_at: null });
  expect(more).toEqual([]);
});

test('a stuck workflow can be retried on demand', async () => {
  let mended = false;
  const undo = () => {
    if (!mended) throw new Error('host is away');
  };
  const { definition } = recordedWorkflow('t.demand', {
    one: { run: failing(9, new NonRetryableError('operator', 'No.')), undo },
  });
  const worker = await lab.worker([definition], { timings: { ...TEST_TIMINGS, stuckMs: 3_600_000 } });
  const id = await enqueueTest(lab, 't.demand');
  await eventually(async () => (await rowOf(id)).state).toBe('stuck');
  await worker.idle();
  mended = true;
  expect(await retryStuck(lab.db, id, new Date())).toBe(true);
  expect((await waitUntilEnded(lab, [id])).get(id)).toBe('undone');
  expect(await retryStuck(lab.db, id, new Date())).toBe(false);
  await worker.stop();
});
