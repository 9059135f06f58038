import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { alertOnce } from '@innkeeper/db/tables/alerts';
import { markSeen } from '@innkeeper/db/tables/node-presence';
import { openPromTelemetry } from '@innkeeper/engine/telemetry/prom-client';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { sql } from 'kysely';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDatabaseGauges } from './database-gauges.ts';
import { addBackupGauge, addCertificateGauge, addDiskGauge } from './place-gauges.ts';
import { addPoolGauge, addProcessGauges } from './process-gauges.ts';

let owner: TestDatabase;
let worker: ReturnType<typeof openDatabase>;
let now = new Date('2027-01-01T12:00:00Z');
const clock = { now: () => now };
beforeAll(async () => {
  owner = await openTestDatabase();
  worker = openDatabase({ url: asRole(owner.url, WORKER_ROLE) });
});
afterAll(async () => {
  await worker.close();
  await owner.close();
});

async function samplesOf(telemetry: ReturnType<typeof openPromTelemetry>): Promise<string[]> {
  return (await telemetry.render()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

test('the worker can read all counted tables, and does so at most every 15 seconds', async () => {
  const nodeId = await givenNode(owner.db, { name: 'local', vcpus: 8, memoryMb: 16_384, diskGb: 100 });
  await markSeen(owner.db, nodeId, new Date('2027-01-01T11:59:58Z'));
  const { accountId } = await givenAccount(owner.db);
  const node_id = nodeId;
  for (const power of ['running', 'running', 'stopped'] as const) await givenServer(owner.db, { accountId, node_id, power });
  await givenServer(owner.db, { accountId, node_id, status: 'terminated', power: 'stopped', ended_at: now });
  await alertOnce(owner.db, { kind: 'dns_away', key: 'dns', message: 'It does not answer.' });
  const at = (text: string) => new Date(`2027-01-01T${text}Z`);
  await sql`insert into workflows (kind, input, state, run_at, created_at) values
    ('server.deploy', '{}', 'queued', ${at('11:59:00')}, now()), ('server.deploy', '{}', 'queued', ${at('12:30:00')}, now()),
    ('server.deploy', '{}', 'done', ${at('10:00:00')}, now())`
    .execute(owner.db)
    .catch((error) => expect.fail(String(error)));
  await sql`insert into mails (address, template, language, data, once, created_at, next_try_at, sent_at) values
    ('a@example.com', 't', 'en', '{}', 'one', ${at('09:00:00')}, ${at('09:00:00')}, ${at('09:00:01')}),
    ('a@example.com', 't', 'en', '{}', 'two', ${at('11:58:00')}, ${at('12:10:00')}, null)`.execute(owner.db);
  const telemetry = openPromTelemetry();
  addDatabaseGauges(telemetry, { db: worker.db, clock });
  const samples = await samplesOf(telemetry);
  expect(samples).toEqual(
    expect.arrayContaining([
      'innkeeper_workflows{kind="server.deploy",state="queued"} 2',
      'innkeeper_workflow_oldest_due_seconds 60',
      'innkeeper_servers{node="local",power="running"} 2',
      'innkeeper_servers{node="local",power="stopped"} 1',
      'innkeeper_node_capacity{node="local",resource="memory_bytes",of="offered"} 17179869184',
      `innkeeper_node_seen_timestamp_seconds{node="local"} ${Date.parse('2027-01-01T11:59:58Z') / 1000}`,
      'innkeeper_alerts_open{kind="dns_away"} 1',
      'innkeeper_outbox_oldest_seconds{channel="mail"} 120',
      'innkeeper_outbox_oldest_seconds{channel="webhook"} 0',
    ]),
  );
  expect(samples.filter((line) => line.startsWith('innkeeper_servers'))).toHaveLength(2);

  const alerts = async () => (await samplesOf(telemetry)).filter((line) => line.startsWith('innkeeper_alerts_open'));
  await sql`update operator_alerts set resolved_at = now()`.execute(owner.db);
  now = new Date(now.getTime() + 14_999);
  expect(await alerts()).toHaveLength(1);
  now = new Date(now.getTime() + 1);
  expect(await alerts()).toEqual([]);
});

test('an unresponsive database is queried once, and its gauges are omitted until it answers', async () => {
  const telemetry = openPromTelemetry({ readLimitMs: 50 });
  const single = openDatabase({ url: asRole(owner.url, WORKER_ROLE), max: 1 });
  const held = await single.pool.connect();
  addDatabaseGauges(telemetry, { db: single.db, clock });
  addPoolGauge(telemetry, 'worker', single.pool);
  // The readers start together, so the first scrape is counted before the statement waits.
  await telemetry.render();
  for (let scrape = 0; scrape < 3; scrape += 1) {
    now = new Date(now.getTime() + 60_000);
    expect(await samplesOf(telemetry)).toEqual([
      'innkeeper_database_connections{process="worker",state="used"} 1',
      'innkeeper_database_connections{process="worker",state="idle"} 0',
      'innkeeper_database_connections{process="worker",state="waiting"} 1',
    ]);
  }
  held.release();
  await expect.poll(async () => (await samplesOf(telemetry)).length).toBeGreaterThan(3);
  await single.close();
});

test('disks, certificate, backup and event loop have gauges, which are omitted without a value', async () => {
  const home = await mkdtemp(join(tmpdir(), 'innkeeper-gauges-'));
  const telemetry = openPromTelemetry();
  addDiskGauge(telemetry, { home, machines: home, copies: join(home, 'not', 'there') });
  const notAfterDate = new Date('2030-01-01T00:00:00Z');
  addCertificateGauge(telemetry, (await generate([], { algorithm: 'sha256', notAfterDate })).cert);
  let verifiedAt: Date | null = null;
  addBackupGauge(telemetry, async () => verifiedAt);
  addProcessGauges(telemetry, 'api');
  const before = await samplesOf(telemetry);
  expect(before).toContain(`innkeeper_certificate_expiry_timestamp_seconds ${notAfterDate.getTime() / 1000}`);
  expect(before.filter((line) => line.includes('disk_free_bytes{')).map((line) => line.split(' ')[0])).toEqual([
    'innkeeper_disk_free_bytes{place="home"}',
    'innkeeper_disk_free_bytes{place="machines"}',
  ]);
  expect(before.join()).not.toContain('backup_verified');
  expect(before.join()).toContain('innkeeper_build_info{release="');
  verifiedAt = new Date('2027-01-01T03:00:00Z');
  await expect
    .poll(async () => (await samplesOf(telemetry)).join())
    .toContain('innkeeper_event_loop_delay_seconds{process="api",percentile="99"}');
  expect(await samplesOf(telemetry)).toContain(`innkeeper_backup_verified_timestamp_seconds ${verifiedAt.getTime() / 1000}`);
  await rm(home, { recursive: true });
});
