import { eventually } from '@innkeeper/lab/torture/eventually';
import { enqueueTest, openTortureLab, type TortureLab, waitUntilEnded } from '@innkeeper/lab/torture/lab';
import { failing, recordedWorkflow } from '@innkeeper/lab/torture/recorded-workflow';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TortureLab;
beforeAll(async () => {
  lab = await openTortureLab();
});
afterAll(() => lab.close());

const stateOf = async (id: number) => (await lab.db.selectFrom('workflows').selectAll().where('id', '=', id).execute())[0]?.state;
const ledgerLike = (id: number) => lab.db.selectFrom('audit_log').selectAll().where('action', '=', `paid ${id}`).execute();

test('a failing last transaction leaves nothing behind, and is retried', async () => {
  const fail = failing(2);
  const { definition, told } = recordedWorkflow(
    't.finish',
    { one: {} },
    {
      finish: async (cx) => {
        await cx.db
          .insertInto('audit_log')
          .values({ actor_kind: 'job', actor_name: 'test', action: `paid ${cx.workflowId}` })
          .execute();
        fail();
      },
    },
  );
  const worker = await lab.worker([definition]);
  const id = await enqueueTest(lab, 't.finish', { resourceId: 1 });
  expect((await waitUntilEnded(lab, [id])).get(id)).toBe('done');
  await worker.stop();
  expect(told).toEqual(['one', 'finish', 'finish', 'finish']);
  expect(await ledgerLike(id)).toHaveLength(1);
});

test('a statement refused by the database has the same result', async () => {
  let tries = 0;
  const { definition } = recordedWorkflow(
    't.refused',
    { one: {} },
    {
      finish: async (cx) => {
        tries += 1;
        if (tries < 3) await sql`insert into no_such_table values (1)`.execute(cx.db);
      },
    },
  );
  const worker = await lab.worker([definition]);
  const id = await enqueueTest(lab, 't.refused');
  expect((await waitUntilEnded(lab, [id])).get(id)).toBe('done');
  await worker.stop();
});

test('a last transaction that always fails rolls the workflow back through all undos', async () => {
  const { definition, told } = recordedWorkflow('t.never', { one: {}, two: {} }, { finish: async () => void failing(1)() });
  const worker = await lab.worker([definition]);
  const id = await enqueueTest(lab, 't.never', { resourceId: 2 });
  expect((await waitUntilEnded(lab, [id])).get(id)).toBe('undone');
  await worker.stop();
  expect(told.filter((word) => word !== 'finish')).toEqual(['one', 'two', 'undo two', 'undo one', 'undone']);
});

test('a rollback whose last transaction fails is stuck until that succeeds', async () => {
  let mended = false;
  const { definition } = recordedWorkflow(
    't.last',
    { one: { attempts: 1, run: failing(1) } },
    {
      undone: async () => {
        if (!mended) throw new Error('no ledger');
      },
    },
  );
  const worker = await lab.worker([definition]);
  const id = await enqueueTest(lab, 't.last', { resourceId: 3 });
  await eventually(() => stateOf(id)).toBe('stuck');
  mended = true;
  expect((await waitUntilEnded(lab, [id])).get(id)).toBe('undone');
  await worker.stop();
});
