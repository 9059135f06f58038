/** Jobs during the recovery from a restore: no job of any service starts. All jobs run afterwards. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type OpenDatabase, openDatabase } from '@innkeeper/db/connect';
import { openRecovery, pollRecovery, readRecovery } from '@innkeeper/db/recovery';
import { API_ROLE, asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { insertMails } from '@innkeeper/db/tables/mails';
import { beginRecovering, endRecovering } from '@innkeeper/db/tables/recovering';
import type { Engine } from '@innkeeper/engine/open';
import { Payments } from '@innkeeper/engine/payments/open';
import { OfflineVatNumbers } from '@innkeeper/engine/vat-numbers/offline/driver';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { digestRows } from '@innkeeper/lab/digest-rows';
import { fakeMail } from '@innkeeper/lab/fake-mail';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { NO_DNS } from '@innkeeper/lab/given-dns';
import { NO_JOURNAL } from '@innkeeper/lab/given-invoices';
import { NO_ATTACHMENTS } from '@innkeeper/lab/given-tickets';
import { givenWebhooks } from '@innkeeper/lab/given-webhooks';
import { labSettings } from '@innkeeper/lab/settings';
import { openSimulated } from '@innkeeper/lab/torture/simulated';
import { days } from '@innkeeper/model/time/clock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { JOBS } from './jobs.ts';
import { startJobs } from './start.ts';

/** Long enough for many runs of jobs that pause for one millisecond. */
const A_WHILE_MS = 200;
const BEFORE = new Date('2027-03-10T03:15:00Z');
/** A day and a half after the backup. */
const clock = { now: () => new Date('2027-03-11T15:15:00Z') };

let lab: TestDatabase;
let home: string;
let engine: Engine;
const opened: OpenDatabase[] = [];
beforeEach(async () => {
  lab = await openTestDatabase({ clock });
  home = await mkdtemp(join(tmpdir(), 'innkeeper-recovering-'));
  engine = await openSimulated(home);
});
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close();
  await engine.compute.close();
  await engine.network.close();
  await lab.close();
  await rm(home, { recursive: true });
});

/** Starts all services of an installation. Returns them with the mails that they send. */
async function startServices() {
  const mail = fakeMail();
  const failed: unknown[] = [];
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: (fields: object) => void failed.push(fields) };
  const recovery = openRecovery();
  const [api, worker] = [API_ROLE, WORKER_ROLE].map((role) => {
    const own = openDatabase({ url: asRole(lab.url, role), clock, recovery });
    opened.push(own);
    return own.db;
  }) as [OpenDatabase['db'], OpenDatabase['db']];
  await readRecovery(worker, recovery);
  const stopPolling = pollRecovery(worker, recovery, 5);
  const everyMs = Object.fromEntries(
    Object.values(JOBS)
      .flat()
      .map(({ name }) => [name, 1]),
  );
  const shared = { clock, settings: labSettings, log, recovery, everyMs };
  const node = await lab.db.selectFrom('nodes').select(['id', 'name']).executeTakeFirstOrThrow();
  const services = [
    startJobs('api', { ...shared, db: api, attachments: NO_ATTACHMENTS }),
    startJobs('worker', {
      ...{ ...shared, db: worker, mail, dns: NO_DNS, vatNumbers: new OfflineVatNumbers(), webhooks: givenWebhooks() },
      payments: new Payments({ directory: '/nonexistent', trial: false, stripe: null }),
      invoiceJournal: NO_JOURNAL,
    }),
    startJobs('node', { ...shared, db: worker, engine, node }),
    startJobs('presence', { ...shared, db: worker, node, firstBeatAt: BEFORE }),
  ];
  return {
    ...{ mail, failed },
    firstRuns: Promise.all(services.map(({ firstRuns }) => firstRuns)),
    underWay: () => services.flatMap(({ underWay }) => underWay()),
    async stop() {
      stopPolling();
      await Promise.all(services.map(({ stop }) => stop()));
    },
  };
}

test('charges, mails, reconciles and sweeps nothing during a recovery, and everything afterwards', async () => {
  const { accountId } = await givenAccount(lab.db);
  // The database has a server whose machine does not exist on the host.
  await givenServer(lab.db, { accountId, power: 'running' });
  await lab.db.insertInto('service_beats').values({ service: 'api', beat_at: BEFORE }).execute();
  await lab.db.updateTable('nodes').set({ seen_at: BEFORE }).execute();
  const mail = {
    account_id: accountId,
    address: 'me@example.org',
    template: 'password-changed',
    language: 'en',
    data: '{"at":0}',
  };
  await insertMails(lab.db, [{ ...mail, once: 'password-changed:1', created_at: BEFORE, next_try_at: BEFORE }]);
  await beginRecovering(lab.db, { backup: 'house-1.tar.zst.age', takenAt: BEFORE, now: clock.now() });
  const rows = await digestRows(lab.db);

  const services = await startServices();
  await sleep(A_WHILE_MS);
  expect(services.underWay()).toEqual([]);
  expect(services.mail.sent).toEqual([]);
  expect(await digestRows(lab.db)).toEqual(rows);

  await endRecovering(lab.db);
  await services.firstRuns;
  await expect.poll(() => services.mail.sent).toHaveLength(1);
  await services.stop();
  expect(services.failed).toEqual([]);
  // The time without beats is an outage, so customers' deadlines are postponed by it.
  const [outage] = await lab.db.selectFrom('audit_log').select('details').where('action', '=', 'orders.postponed').execute();
  expect(outage?.details).toMatchObject({ since: BEFORE.toISOString(), seconds: days(1.5) / 1000 });
  const { seen_at } = await lab.db.selectFrom('nodes').select('seen_at').executeTakeFirstOrThrow();
  expect(seen_at).toEqual(clock.now());
});

test('services stopped during a recovery have run no job', async () => {
  await beginRecovering(lab.db, { backup: 'house-1.tar.zst.age', takenAt: BEFORE, now: clock.now() });
  const { accountId } = await givenAccount(lab.db);
  await givenServer(lab.db, { accountId });
  const rows = await digestRows(lab.db);
  const services = await startServices();
  await services.stop();
  await endRecovering(lab.db);
  const { recovering: _before, ...others } = rows;
  const { recovering: _after, ...found } = await digestRows(lab.db);
  expect(found).toEqual(others);
});
