import { eventually } from '@innkeeper/lab/torture/eventually';
import { enqueueTest, openTortureLab, type TortureLab, waitUntilEnded } from '@innkeeper/lab/torture/lab';
import { recordedWorkflow } from '@innkeeper/lab/torture/recorded-workflow';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TortureLab;
beforeAll(async () => {
  lab = await openTortureLab();
});
afterAll(() => lab.close());

const rowOf = (id: number) => lab.db.selectFrom('workflows').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('skips an input that this release cannot read, with one alert, and continues others', async () => {
  const { definition, told } = recordedWorkflow('server.stop', { one: {} });
  const id = await enqueueTest(lab, 'server.stop', { input: { serverId: 'seven' }, resourceId: 1 });
  const sound = await enqueueTest(lab, 'server.stop', { input: { serverId: 8 }, resourceId: 2 });
  await lab.worker([definition]);
  expect((await waitUntilEnded(lab, [sound])).get(sound)).toBe('done');
  await eventually(async () => (await rowOf(id)).epoch).toBeGreaterThan(2);
  expect(told).toEqual(['one', 'finish']);
  expect(await rowOf(id)).toMatchObject({ step: 'one', direction: 'forward', attempts: 0 });
  const alerts = await lab.db.selectFrom('operator_alerts').select(['kind', 'message']).where('resource_id', '=', 1).execute();
  const message = `Workflow ${id} (server.stop) needs another version of Innkeeper: this version cannot read its input (serverId: invalid_type).`;
  expect(alerts).toEqual([{ kind: 'workflow_unreadable', message }]);
  await lab.db.updateTable('workflows').set({ input: '{"serverId":7}' }).where('id', '=', id).execute();
  expect((await waitUntilEnded(lab, [id])).get(id)).toBe('done');
});
