import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAlertChannels } from '@innkeeper/lab/given-alert-settings';
import { givenJobCx } from '@innkeeper/lab/given-cx';
import { openReceiver, type Receiver } from '@innkeeper/lab/given-webhooks';
import { minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pingMonitor } from './ping-monitor.ts';

let lab: TestDatabase;
let receiver: Receiver;
let now = new Date('2026-11-27T03:00:00Z');
beforeAll(async () => {
  [lab, receiver] = [await openTestDatabase(), await openReceiver()];
});
afterAll(() => Promise.all([lab.close(), receiver.close()]));
beforeEach(async () => {
  receiver.received.length = 0;
  await givenAlertChannels(lab.db, { ping: `${receiver.url}ping` });
});

const pingOf = (nodeName: string) => pingMonitor({ ...givenJobCx(lab.db, { clock: { now: () => now } }), nodeName });

test('of ten workers one requests the URL per minute', async () => {
  for (let minute = 1; minute <= 3; minute += 1) {
    await Promise.all(Array.from({ length: 10 }, (_, i) => pingOf(`node-${i}`)));
    expect(receiver.received).toHaveLength(minute);
    now = new Date(now.getTime() + minutes(1));
  }
});

test('a worker whose notices fail sends no request, and another one does', async () => {
  const failed = { kind: 'job_failed', key: 'job:notify-alerts@one' } as const;
  await alertOnce(lab.db, { ...failed, message: 'It failed.' });
  await pingOf('one');
  expect(receiver.received).toHaveLength(0);
  await pingOf('two');
  expect(receiver.received).toHaveLength(1);
  await resolveAlerts(lab.db, failed, now);
  now = new Date(now.getTime() + minutes(1));
  await pingOf('one');
  expect(receiver.received).toHaveLength(2);
});
