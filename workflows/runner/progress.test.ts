import { enqueueTest, openTortureLab, type TortureLab, waitUntilEnded } from '@innkeeper/lab/torture/lab';
import { recordedWorkflow } from '@innkeeper/lab/torture/recorded-workflow';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NonRetryableError, type StepContext } from '../define.ts';

let lab: TortureLab;
beforeAll(async () => {
  lab = await openTortureLab();
});
afterAll(() => lab.close());

const percentOf = async (id: number) =>
  (await lab.db.selectFrom('workflows').select('percent').where('id', '=', id).executeTakeFirstOrThrow()).percent;

test('a step reports its progress, is written rarely, and the next step starts without one', async () => {
  const seen: (number | null)[] = [];
  const look = async ({ workflowId }: StepContext<never>) => void seen.push(await percentOf(workflowId));
  const { definition } = recordedWorkflow('t.progress', {
    copy: {
      run: async (cx) => {
        for (const percent of [12.9, 13.1, 50, Number.NaN]) await cx.progress(percent);
        await look(cx as StepContext<never>);
        return undefined;
      },
    },
    next: {
      run: async (cx) => {
        await look(cx as StepContext<never>);
        return undefined;
      },
    },
  });
  const worker = await lab.worker([definition]);
  await waitUntilEnded(lab, [await enqueueTest(lab, 't.progress', { resourceId: 1 })]);
  await worker.stop();
  expect(seen).toEqual([12, null]);
});

test('progress after losing the workflow, or outside of 0 to 100, is not written', async () => {
  const seen: (number | null)[] = [];
  const { definition } = recordedWorkflow('t.late', {
    copy: {
      run: async (cx) => {
        await cx.progress(250);
        seen.push(await percentOf(cx.workflowId));
        await sql`update workflows set epoch = epoch + 1, percent = null where id = ${cx.workflowId}`.execute(lab.db);
        await new Promise((resolve) => setTimeout(resolve, 1_100));
        await cx.progress(80);
        seen.push(await percentOf(cx.workflowId));
        await sql`update workflows set epoch = epoch - 1 where id = ${cx.workflowId}`.execute(lab.db);
        return undefined;
      },
    },
  });
  const worker = await lab.worker([definition]);
  await waitUntilEnded(lab, [await enqueueTest(lab, 't.late', { resourceId: 2 })]);
  await worker.stop();
  expect(seen).toEqual([100, null]);
});

test('the current step or undo is visible', async () => {
  const under = new Map<string, unknown>();
  const note = (name: string) => async (cx: StepContext<{ [key: string]: string | number }>) => {
    const rows = await lab.db
      .selectFrom('workflow_steps')
      .select(['step', 'direction'])
      .where('workflow_id', '=', cx.workflowId)
      .where('finished_at', 'is', null)
      .orderBy('position')
      .execute();
    under.set(name, rows.at(-1));
    return undefined;
  };
  const { definition } = recordedWorkflow('t.steps', {
    one: { run: note('one'), undo: async (cx) => void (await note('undo one')(cx)) },
    two: { run: note('two'), undo: 'none' },
    three: {
      run: async (cx) => {
        await note('three')(cx);
        throw new NonRetryableError('operator', 'No.');
      },
      undo: async (cx) => void (await note('undo three')(cx)),
    },
  });
  const worker = await lab.worker([definition]);
  await waitUntilEnded(lab, [await enqueueTest(lab, 't.steps', { resourceId: 3 })]);
  await worker.stop();
  expect(Object.fromEntries(under)).toEqual({
    one: { step: 'one', direction: 'forward' },
    two: { step: 'two', direction: 'forward' },
    three: { step: 'three', direction: 'forward' },
    'undo three': { step: 'three', direction: 'back' },
    'undo one': { step: 'one', direction: 'back' },
  });
});
