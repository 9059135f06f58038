import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAlertChannels } from '@innkeeper/lab/given-alert-settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAlertChannels } from './alerts.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

test('warns of alerts that reach nobody, and of a missing ping', async () => {
  expect(await checkAlertChannels(lab.db)).toMatchObject([
    { name: 'alerts', ok: 'warn', why: 'are sent to nobody' },
    { name: 'ping', ok: 'warn' },
  ]);
  await givenAlertChannels(lab.db, { mail: ['ops@example.net'], webhook: 'https://hooks.example.net/' });
  expect(await checkAlertChannels(lab.db)).toMatchObject([
    { ok: true, why: 'are sent by mail and webhook' },
    { name: 'ping', ok: 'warn' },
  ]);
  await givenAlertChannels(lab.db, { mail: ['ops@example.net'], ping: 'https://monitor.example.net/7' });
  expect(await checkAlertChannels(lab.db)).toMatchObject([{ name: 'alerts', ok: true, why: 'are sent by mail' }]);
});
