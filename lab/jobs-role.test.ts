import { openDatabase } from '@innkeeper/db/connect';
import { API_ROLE, asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { Payments } from '@innkeeper/engine/payments/open';
import { OfflineVatNumbers } from '@innkeeper/engine/vat-numbers/offline/driver';
import { startJobs } from '@innkeeper/jobs/start';
import { systemClock } from '@innkeeper/model/time/clock';
import { expect, test } from 'vitest';
import { openTestDatabase } from './database.ts';
import { fakeMail } from './fake-mail.ts';
import { NO_DNS } from './given-dns.ts';
import { NO_JOURNAL } from './given-invoices.ts';
import { NO_ATTACHMENTS } from './given-tickets.ts';
import { givenWebhooks } from './given-webhooks.ts';
import { labSettings } from './settings.ts';

test.each([
  ['worker', WORKER_ROLE],
  ['api', API_ROLE],
] as const)("the %s's database role has the privileges for the first run of each of its jobs", async (service, role) => {
  const lab = await openTestDatabase();
  // The heartbeat does most work after an outage. The worker's heartbeat is part of its runner.
  if (service === 'api')
    await lab.db
      .insertInto('service_beats')
      .values({ service, beat_at: new Date(0) })
      .execute();
  const { db, close } = openDatabase({ url: asRole(lab.url, role) });
  const failed: unknown[] = [];
  const log = { error: (fields: object) => void failed.push(fields) };
  const shared = { db, clock: systemClock, settings: labSettings, log };
  const jobs =
    service === 'api'
      ? startJobs(service, { ...shared, attachments: NO_ATTACHMENTS })
      : startJobs(service, {
          ...shared,
          log: { ...SILENT_LOG, ...log },
          invoiceJournal: NO_JOURNAL,
          mail: fakeMail(),
          vatNumbers: new OfflineVatNumbers(),
          dns: NO_DNS,
          webhooks: givenWebhooks(),
          payments: new Payments({
            directory: '/nonexistent',
            trial: false,
            stripe: null,
          }),
        });
  await jobs.firstRuns;
  await jobs.stop();
  await close();
  const lines = await lab.db.selectFrom('audit_log').select('action').execute();
  await lab.close();
  expect(lines).toEqual(service === 'api' ? [{ action: 'orders.postponed' }] : []);
  expect(failed).toEqual([]);
});
