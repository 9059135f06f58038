/**
 * Opens what only the first host's worker has: mail, VAT numbers, DNS, webhooks and the journal of invoice numbers. A further node has no
 * settings for them, so it would write mail into files, and issue invoice numbers outside of the journal.
 */
import type { Database } from '@innkeeper/db/schema';
import { openDns } from '@innkeeper/engine/dns/open';
import { openInvoiceJournal } from '@innkeeper/engine/journal/invoices';
import { openMail } from '@innkeeper/engine/mail/open';
import type { Payments } from '@innkeeper/engine/payments/open';
import { openVatNumbers } from '@innkeeper/engine/vat-numbers/open';
import { HttpWebhooks } from '@innkeeper/engine/webhooks/http';
import { completeInvoiceJournal } from '@innkeeper/jobs/complete-invoice-journal';
import type { ProcessContext, WorkerContext } from '@innkeeper/jobs/job';
import { type JobsOptions, type RunningJobs, startJobs } from '@innkeeper/jobs/start';
import type { ConfigurationOf } from '@innkeeper/model/configuration/keys';
import { openSealer } from '@innkeeper/model/installation/sealing';
import { eventBody, resetBody } from '@innkeeper/present/webhook';
import type { Kysely } from 'kysely';
import { requireSecretKey } from './installation/bind-secret-key.ts';
import type { Home } from './installation/home.ts';
import { mailSettingsOf } from './installation/mail.ts';

type Shared = Pick<JobsOptions<'worker'>, 'clock' | 'settings' | 'log' | 'telemetry' | 'recovery' | 'nodeName'>;

export interface BusinessOptions extends Shared {
  db: Kysely<Database>;
  home: Home;
  values: ConfigurationOf<'worker'>;
  payments: Payments;
  log: Shared['log'] & Parameters<typeof openMail>[0]['log'];
}

/** Starts the jobs of the business. Throws `FatalStart` without the key that seals secrets in this database. */
export async function startBusiness({ home, values, ...shared }: BusinessOptions): Promise<RunningJobs> {
  const { db, clock, settings, log } = shared;
  const mail = openMail({ ...mailSettingsOf(values), directory: home.mail, log });
  const sender = new HttpWebhooks({ receivers: () => settings.webhookReceivers });
  const sealer = openSealer(await requireSecretKey(db, { home, configuredKey: values['secret.key'] }));
  const invoiceJournal = openInvoiceJournal(home.journal);
  await completeInvoiceJournal({ db, clock }, invoiceJournal);
  const outside: Pick<ProcessContext<WorkerContext>, 'mail' | 'vatNumbers' | 'dns' | 'webhooks' | 'invoiceJournal'> = {
    mail,
    vatNumbers: openVatNumbers(values['payments.vat_numbers']),
    dns: openDns({ apiKey: values['dns.key'], directory: home.dns }),
    webhooks: { sender, sealer, eventBody, resetBody },
    invoiceJournal,
  };
  const jobs = startJobs('worker', { ...shared, ...outside });
  return {
    ...jobs,
    async stop() {
      await jobs.stop();
      await mail.close();
    },
  };
}
