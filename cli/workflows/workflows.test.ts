import { enqueueTest, openTortureLab, type TortureLab, untilEnded } from '@innkeeper/lab/torture/lab';
import { recorded } from '@innkeeper/lab/torture/recorder';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancelWorkflow, retryWorkflow } from './cancel.ts';
import { listWorkflows } from './list.ts';
import { showWorkflow, workflowInWords } from './show.ts';

let lab: TortureLab;
beforeAll(async () => {
  lab = await openTortureLab();
});
afterAll(() => lab.close());
beforeEach(() => sql`truncate workflows cascade`.execute(lab.db));

const set = (id: number, fields: object) => lab.db.updateTable('workflows').set(fields).where('id', '=', id).execute();

test('what has not ended is listed, the stuck ones first, and one is shown with its lock and without its input', async () => {
  const [, second = 0, third = 0] = [
    await enqueueTest(lab, 'iso.download', { resourceId: 1 }),
    await enqueueTest(lab, 'server.deploy', { resourceId: 2, input: { secret: 'hash' } }),
    await enqueueTest(lab, 'server.stop', { resourceId: 3 }),
  ];
  await set(third, { state: 'stuck', direction: 'back', error: 'The engine is away.' });
  const { rows, total } = await listWorkflows(lab.db, 2);
  expect(total).toBe(3);
  expect(rows).toMatchObject([
    { id: third, state: 'stuck', lane: 'interactive', error: 'The engine is away.' },
    { kind: 'iso.download', lane: 'download', resource: 'test 1' },
  ]);
  const shown = await showWorkflow(lab.db, second);
  expect(shown).toMatchObject({ kind: 'server.deploy', locks: [{ kind: 'test', resource_id: 2 }] });
  expect(JSON.stringify(shown)).not.toContain('hash');
  expect(workflowInWords(shown)).toContain('"test" of test 2');
  await expect(showWorkflow(lab.db, 999_999)).rejects.toThrow('There is no workflow 999999.');
});

test('a cancelled one is undone, its lock is free, and the audit log says who did it', async () => {
  const { definition } = recorded('server.stop', { one: {} });
  const id = await enqueueTest(lab, 'server.stop', { resourceId: 4 });
  await cancelWorkflow(lab.db, id, 'Too long.');
  const worker = await lab.worker([definition]);
  expect((await untilEnded(lab, [id])).get(id)).toBe('undone');
  await worker.stop();
  expect(await lab.db.selectFrom('locks').selectAll().execute()).toEqual([]);
  const lines = await lab.db.selectFrom('audit_log').selectAll().where('action', '=', 'cancelWorkflow').execute();
  expect(lines).toMatchObject([
    { actor_kind: 'operator', resource_kind: 'test', resource_id: 4, details: { workflow: id, reason: 'Too long.' } },
  ]);
});

test('what can not be cancelled says why', async () => {
  const why = async (kind: string, fields: object) => {
    const id = await enqueueTest(lab, kind);
    await set(id, fields);
    return cancelWorkflow(lab.db, id, 'No.').then(
      () => 'cancelled',
      (error: Error) => error.message,
    );
  };
  expect(await why('server.stop', { state: 'done', finished_at: new Date() })).toMatch('has ended: it is done');
  expect(await why('server.stop', { state: 'stuck', direction: 'back' })).toMatch(/on its way back already.*workflow retry/);
  expect(await why('server.restore', { step: 'rebuild' })).toMatch('The old disk is gone');
  expect(await why('server.restore', { step: 'stop' })).toBe('cancelled');
  expect(await why('iso.remove', { step: null })).toMatch('nobody’s any longer');
  expect(await why('newer.kind', { step: null })).toMatch('does not know "newer.kind"');
  await expect(cancelWorkflow(lab.db, 999_999, 'No.')).rejects.toThrow('There is no workflow 999999.');
});

test('a stuck one is tried again now, and nothing else is', async () => {
  const id = await enqueueTest(lab, 'server.stop', { runAt: new Date(Date.now() + 600_000) });
  await expect(retryWorkflow(lab.db, id)).rejects.toThrow('only what is stuck');
  await set(id, { state: 'stuck', direction: 'back' });
  const now = new Date();
  await retryWorkflow(lab.db, id, now);
  expect((await listWorkflows(lab.db, 1)).rows).toMatchObject([{ id, next: now }]);
});
