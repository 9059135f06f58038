import { METRICS } from '@innkeeper/model/installation/telemetry';
import { expect, test } from 'vitest';
import { noTelemetry } from './none.ts';
import { openPromTelemetry } from './prom-client.ts';

const samplesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('renders counters, histograms and gauges with help and type', async () => {
  const telemetry = openPromTelemetry();
  const refused = telemetry.counter('http_refused_total', { by: 'account' });
  telemetry.counter('http_refused_total', { by: 'address' });
  refused();
  const observe = telemetry.histogram('http_request_duration_seconds', { operation: 'listServers', class: '2xx' });
  for (const seconds of [0.004, 0.005, 0.25, 11]) observe(seconds);
  telemetry.gauge('servers', () => [{ labels: { node: 'local', power: 'running' }, value: 3 }]);
  telemetry.gauge('servers', async () => [{ labels: { node: 'other', power: 'running' }, value: 4 }]);
  const text = await telemetry.render();
  expect(text).toContain(`# HELP innkeeper_http_refused_total ${METRICS.http_refused_total.help}`);
  expect(text).toContain('# TYPE innkeeper_http_request_duration_seconds histogram');
  expect(samplesOf(text)).toEqual(
    expect.arrayContaining([
      'innkeeper_http_refused_total{by="account"} 1',
      'innkeeper_http_refused_total{by="address"} 0',
      'innkeeper_http_request_duration_seconds_bucket{le="0.002",operation="listServers",class="2xx"} 0',
      'innkeeper_http_request_duration_seconds_bucket{le="0.005",operation="listServers",class="2xx"} 2',
      'innkeeper_http_request_duration_seconds_bucket{le="0.1",operation="listServers",class="2xx"} 2',
      'innkeeper_http_request_duration_seconds_bucket{le="0.5",operation="listServers",class="2xx"} 3',
      'innkeeper_http_request_duration_seconds_bucket{le="10",operation="listServers",class="2xx"} 3',
      'innkeeper_http_request_duration_seconds_bucket{le="+Inf",operation="listServers",class="2xx"} 4',
      'innkeeper_http_request_duration_seconds_sum{operation="listServers",class="2xx"} 11.259',
      'innkeeper_http_request_duration_seconds_count{operation="listServers",class="2xx"} 4',
      'innkeeper_servers{node="local",power="running"} 3',
      'innkeeper_servers{node="other",power="running"} 4',
    ]),
  );
  expect(telemetry.contentType).toBe('text/plain; version=0.0.4; charset=utf-8');
});

test('omits samples of a reader that throws or is late, and keeps the others', async () => {
  const telemetry = openPromTelemetry({ readLimitMs: 10 });
  let answers = true;
  telemetry.gauge('alerts_open', async () => {
    if (answers) return [{ labels: { kind: 'disk_low' }, value: 1 }];
    return new Promise(() => {});
  });
  telemetry.gauge('workflow_oldest_due_seconds', () => {
    if (!answers) throw new Error('the database is away');
    return [{ labels: {}, value: 2 }];
  });
  telemetry.gauge('disk_free_bytes', () => [{ labels: { place: 'home' }, value: 7 }]);
  expect(samplesOf(await telemetry.render())).toHaveLength(3);
  answers = false;
  expect(samplesOf(await telemetry.render())).toEqual(['innkeeper_disk_free_bytes{place="home"} 7']);
});

test('120 operations, some with failures, stay under 200 KB', async () => {
  const telemetry = openPromTelemetry();
  for (let i = 0; i < 120; i += 1) {
    const operation = `someOperationOfAverageName${i}`;
    telemetry.histogram('http_request_duration_seconds', { operation, class: '2xx' })(0.0123456789);
    if (i % 4 === 0) telemetry.histogram('http_request_duration_seconds', { operation, class: '4xx' })(0.0123456789);
  }
  const text = await telemetry.render();
  expect(text.match(/_count\{/g)).toHaveLength(150);
  expect(Buffer.byteLength(text)).toBeLessThan(200_000);
});

test('records and renders nothing without an address', async () => {
  noTelemetry.counter('http_refused_total', { by: 'account' })();
  noTelemetry.gauge('alerts_open', () => expect.fail('it is read'));
  expect(await noTelemetry.render()).toBe('');
});
