import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { enqueueTest, openTortureLab, type TortureLab, waitUntilEnded } from '@innkeeper/lab/torture/lab';
import { recordedWorkflow } from '@innkeeper/lab/torture/recorded-workflow';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let lab: TortureLab;
let operator: Operator;
beforeAll(async () => {
  lab = await openTortureLab();
  operator = openOperator(lab);
});
afterAll(() => lab.close());
beforeEach(() => sql`truncate workflows cascade`.execute(lab.db));

const cancel = (workflow: number, reason: string) => operator.run('cancelWorkflow', { workflow, reason });
const retry = (workflow: number) => operator.run('retryWorkflow', { workflow });
const show = (workflow: number) => operator.run('showWorkflow', { workflow });

const set = (id: number, fields: object) => lab.db.updateTable('workflows').set(fields).where('id', '=', id).execute();

test('lists unfinished workflows, stuck ones first, and shows one with its lock and without its input', async () => {
  const [, second = 0, third = 0] = [
    await enqueueTest(lab, 'iso.download', { resourceId: 1 }),
    await enqueueTest(lab, 'server.deploy', { resourceId: 2, input: { secret: 'hash' } }),
    await enqueueTest(lab, 'server.stop', { resourceId: 3 }),
  ];
  await set(third, { state: 'stuck', direction: 'back', error: 'The engine is away.' });
  const { data, total } = await operator.run('listWorkflows', { per_page: 2 });
  expect(total).toBe(3);
  expect(data).toMatchObject([
    { id: third, state: 'stuck', lane: 'interactive', error: 'The engine is away.' },
    { kind: 'iso.download', lane: 'download', resource: { kind: 'test', id: 1 } },
  ]);
  const shown = await show(second);
  expect(shown).toMatchObject({ kind: 'server.deploy', locks: [{ kind: 'test', id: 2 }] });
  expect(JSON.stringify(shown)).not.toContain('hash');
  expect(await operator.print('showWorkflow', { workflow: second })).toContain('"test" of test 2');
  await expect(show(999_999)).rejects.toThrow('Workflow 999999 does not exist.');
});

test('a cancelled workflow is undone, its lock is released, and the audit log names who cancelled it', async () => {
  const { definition } = recordedWorkflow('server.stop', { one: {} });
  const id = await enqueueTest(lab, 'server.stop', { resourceId: 4, input: { serverId: 4 } });
  await cancel(id, 'Too long.');
  const worker = await lab.worker([definition]);
  expect((await waitUntilEnded(lab, [id])).get(id)).toBe('undone');
  await worker.stop();
  expect(await lab.db.selectFrom('locks').selectAll().execute()).toEqual([]);
  const lines = await lab.db.selectFrom('audit_log').selectAll().where('action', '=', 'cancelWorkflow').execute();
  expect(lines).toMatchObject([
    { actor_kind: 'operator', resource_kind: 'test', resource_id: 4, details: { workflow: id, reason: 'Too long.' } },
  ]);
});

test('refuses what cannot be cancelled, with the reason', async () => {
  const why = async (kind: string, fields: object) => {
    const id = await enqueueTest(lab, kind);
    await set(id, fields);
    return cancel(id, 'No.').then(
      () => 'cancelled',
      (error: Error) => error.message,
    );
  };
  expect(await why('server.stop', { state: 'done', finished_at: new Date() })).toMatch('has already ended as done');
  expect(await why('server.stop', { state: 'stuck', direction: 'back' })).toMatch(/already being rolled back.*workflow retry/);
  expect(await why('server.restore', { step: 'rebuild' })).toMatch('The old disk no longer exists');
  expect(await why('server.restore', { step: 'shutdown' })).toBe('cancelled');
  expect(await why('iso.remove', { step: null })).toMatch('already being deleted');
  expect(await why('newer.kind', { step: null })).toMatch('no workflow kind "newer.kind"');
  await expect(cancel(999_999, 'No.')).rejects.toThrow('Workflow 999999 does not exist.');
});

test('retries a stuck workflow at once, and refuses any other', async () => {
  const id = await enqueueTest(lab, 'server.stop', { runAt: new Date(Date.now() + 600_000) });
  await expect(retry(id)).rejects.toThrow('Only a stuck workflow');
  await set(id, { state: 'stuck', direction: 'back' });
  await retry(id);
  const [first] = (await operator.run('listWorkflows')).data;
  expect(first?.id).toBe(id);
  expect(Date.parse(first?.next_at ?? '')).toBeLessThanOrEqual(Date.now());
});
