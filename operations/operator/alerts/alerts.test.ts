import { alertOnce } from '@innkeeper/db/tables/alerts';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let operator: Operator;
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator(lab);
});
afterAll(() => lab.close());

test('closeAlert closes what only a person can say is over, and nothing else', async () => {
  const resource = { kind: 'server', id: 7 };
  await alertOnce(lab.db, { kind: 'server_lost', key: 'server:7', resource, message: 'Nothing of it is left.' });
  await alertOnce(lab.db, { kind: 'host_disk_full', key: 'host', message: 'The disk is full.' });
  const open = (await operator.run('listAlerts')).data;
  expect(open.map(({ kind, closable }) => [kind, closable]).sort()).toEqual([
    ['host_disk_full', false],
    ['server_lost', true],
  ]);
  const idOf = (kind: string) => open.find((alert) => alert.kind === kind)?.id;
  await expect(operator.run('closeAlert', { alert: idOf('host_disk_full') })).rejects.toThrow('closes automatically');
  expect(await operator.run('closeAlert', { alert: idOf('server_lost') })).toMatchObject({ closable: false, resource });
  await expect(operator.run('closeAlert', { alert: idOf('server_lost') })).rejects.toThrow('is already closed');
  await expect(operator.run('closeAlert', { alert: 999 })).rejects.toThrow('Alert 999 does not exist.');

  expect((await operator.run('listAlerts')).data.map(({ kind }) => kind)).toEqual(['host_disk_full']);
  expect((await operator.run('listAlerts', { all: true, kind: 'server_lost' })).data).toHaveLength(1);
  const lines = await lab.db.selectFrom('audit_log').selectAll().execute();
  expect(lines).toMatchObject([
    { action: 'closeAlert', actor_kind: 'operator', resource_kind: 'server', resource_id: 7, details: { kind: 'server_lost' } },
  ]);
});

test('acknowledgeAlert tells others who looks after it, and leaves it open', async () => {
  await alertOnce(lab.db, {
    kind: 'server_lost',
    key: 'server:8',
    resource: { kind: 'server', id: 8 },
    message: 'Nothing of it is left.',
  });
  const id = (await operator.run('listAlerts', { kind: 'server_lost' })).data[0]?.id;
  const seen = await operator.run('acknowledgeAlert', { alert: id });
  expect(seen).toMatchObject({
    acknowledged_at: expect.any(String),
    acknowledged_by: expect.stringMatching(/./),
    resolved_at: null,
  });
  expect((await operator.run('listAlerts', { kind: 'server_lost' })).data).toEqual([seen]);
  await operator.run('closeAlert', { alert: id });
  await expect(operator.run('acknowledgeAlert', { alert: id })).rejects.toThrow('is already closed');
  await expect(operator.run('acknowledgeAlert', { alert: 999 })).rejects.toThrow('Alert 999 does not exist.');
});
