import { alertOnce } from '@innkeeper/db/tables/alerts';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type FakeMail, fakeMail } from '@innkeeper/lab/fake-mail';
import { openReceiver } from '@innkeeper/lab/given-webhooks';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let operator: Operator;
let mail: FakeMail;
beforeAll(async () => {
  lab = await openTestDatabase();
  mail = fakeMail();
  operator = openOperator({ ...lab, mail });
});
afterAll(() => lab.close());

test('closeAlert closes only alerts that a person must close', async () => {
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

test('acknowledgeAlert records who handles the alert, and leaves it open', async () => {
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

test('notifyAlert sets each channel separately, shows a webhook secret once, and audits no secret', async () => {
  const none = { mail: [], webhook: null, ping: null };
  expect(await operator.run('channelsAlert')).toEqual(none);
  expect(await operator.print('channelsAlert')).toContain('sent to nobody');
  const mail = ['ops@example.net'];
  expect(await operator.run('notifyAlert', { mail })).toEqual({ ...none, mail, secret: null });
  const webhook = 'http://10.0.0.5:9000/s3cret';
  const set = await operator.run('notifyAlert', { webhook, ping: 'https://monitor.example.net/ping/s3cret' });
  expect(set).toMatchObject({ mail, webhook, secret: expect.stringMatching(/^whsec_/) });
  expect(await operator.print('channelsAlert')).not.toContain('whsec_');
  await operator.run('notifyAlert', { webhook: 'none', mail: ['none'] });
  expect(await operator.run('channelsAlert')).toEqual({ ...none, ping: 'https://monitor.example.net/ping/s3cret' });
  await operator.run('notifyAlert', { ping: 'none' });
  const lines = await lab.db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'notifyAlert')
    .orderBy('id')
    .execute();
  expect(lines.map(({ details }) => details)).toEqual([
    { mail },
    { webhook: 'http://10.0.0.5:9000', ping: 'https://monitor.example.net' },
    { mail: [], webhook: 'none' },
    { ping: 'none' },
  ]);
});

test.each([
  [{}, 'mail'],
  [{ mail: ['nobody'] }, 'mail'],
  [{ mail: ['none', 'ops@example.net'] }, 'mail'],
  [{ mail: ['a(b)@example.net'] }, 'mail'],
  [{ webhook: 'ftp://hooks.example.net/' }, 'webhook'],
  [{ webhook: 'http://hooks.example.net/' }, 'webhook'],
  [{ webhook: 'http://8.8.8.8/' }, 'webhook'],
  [{ webhook: 'https://user:secret@hooks.example.net/' }, 'webhook'],
  [{ webhook: 'http://169.254.169.254/' }, 'webhook'],
  [{ ping: 'http://localhost:9000/' }, 'ping'],
])('notifyAlert refuses %j at its field', async (input, field) => {
  const refused = operator.run('notifyAlert', input);
  await expect(
    refused.catch((error: { details?: unknown; message: string }) => JSON.stringify(error.details ?? error.message)),
  ).resolves.toMatch(new RegExp(`"${field}`));
});

test('testAlert sends through each channel, reports failures, and closes the alert about a working one', async () => {
  await expect(operator.run('testAlert')).rejects.toThrow();
  const receiver = await openReceiver();
  await operator.run('notifyAlert', { mail: ['ops@example.net'], webhook: `${receiver.url}hook`, ping: `${receiver.url}ping` });
  const undelivered = (key: string) => alertOnce(lab.db, { kind: 'alert_undelivered', key, message: 'It failed.' });
  for (const key of ['mail:ops@example.net', 'webhook']) await undelivered(key);
  receiver.answer = ({ path }, response) => void response.writeHead(path === '/ping' ? 404 : 200).end();
  expect((await operator.run('testAlert')).findings).toEqual([
    { name: 'mail', ok: true, why: 'the test to ops@example.net was taken', remedy: null },
    { name: 'webhook', ok: true, why: `the test to ${receiver.url}hook was taken`, remedy: null },
    { name: 'ping', ok: false, why: expect.stringContaining('status 404'), remedy: expect.any(String) },
  ]);
  expect(process.exitCode).toBe(1);
  expect(mail.sent).toMatchObject([{ to: 'ops@example.net', subject: 'Test of alerts' }]);
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/ping']);
  expect(receiver.received[0]?.headers['webhook-signature']).toMatch(/^v1,/);
  expect((await operator.run('listAlerts', { kind: 'alert_undelivered' })).data).toEqual([]);
  await receiver.close();
  await undelivered('webhook');
  expect((await operator.run('testAlert')).findings[1]).toMatchObject({ ok: false, why: expect.stringContaining('refused') });
  expect((await operator.run('listAlerts', { kind: 'alert_undelivered' })).data).toMatchObject([{ key: 'webhook' }]);
  process.exitCode = 0;
});
