import { openPromTelemetry } from '@innkeeper/engine/telemetry/prom-client';
import { expect, test } from 'vitest';
import { observeRuns } from './observe-runs.ts';

test('a failing job keeps the time of its last success', async () => {
  let now = new Date('2027-01-01T12:00:00Z');
  const telemetry = openPromTelemetry();
  const observe = observeRuns(telemetry, { now: () => now });
  observe('send-mails', 'succeeded');
  now = new Date('2027-01-01T12:00:30Z');
  observe('send-mails', 'failed');
  observe('look', 'failed');
  const samples = (await telemetry.render()).split('\n').filter((line) => line.startsWith('innkeeper_'));
  expect(samples.sort()).toEqual([
    'innkeeper_job_last_success_timestamp_seconds{job="send-mails"} 1798804800',
    'innkeeper_job_runs_total{job="look",outcome="failed"} 1',
    'innkeeper_job_runs_total{job="look",outcome="succeeded"} 0',
    'innkeeper_job_runs_total{job="send-mails",outcome="failed"} 1',
    'innkeeper_job_runs_total{job="send-mails",outcome="succeeded"} 1',
  ]);
});
