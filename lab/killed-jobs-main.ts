/**
 * Program of a process with the tasks that use external services: jobs of a worker, and the mail job of the API. Each has its database role
 * and real drivers. Its bundle is forked and killed (`killed-jobs.process.test.ts`).
 */
import { randomUUID } from 'node:crypto';
import { openDatabase } from '@innkeeper/db/connect';
import { API_ROLE, asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { smtpMail } from '@innkeeper/engine/mail/smtp';
import { type MailParser, openMailParser } from '@innkeeper/engine/mail-in/parse';
import { Payments } from '@innkeeper/engine/payments/open';
import { openScanners } from '@innkeeper/engine/scanner/open';
import { OfflineVatNumbers } from '@innkeeper/engine/vat-numbers/offline/driver';
import { HttpWebhooks } from '@innkeeper/engine/webhooks/http';
import { notifyAlerts } from '@innkeeper/jobs/alerts/notify-alerts';
import { composeMails } from '@innkeeper/jobs/compose-mails';
import { handleReceivedMails } from '@innkeeper/jobs/handle-received-mail';
import { sendMails } from '@innkeeper/jobs/send-mails';
import { startJobs } from '@innkeeper/jobs/start';
import { deliverEvents } from '@innkeeper/jobs/webhooks/deliver-events';
import { takeEvents } from '@innkeeper/jobs/webhooks/take-events';
import { openClockFile } from './business/processes/clock-file.ts';
import { serve } from './business/processes/serve.ts';
import { givenJobCx } from './given-cx.ts';
import { NO_DNS } from './given-dns.ts';
import { NO_JOURNAL } from './given-invoices.ts';
import { SEALER } from './given-two-factor.ts';
import { givenWebhooks } from './given-webhooks.ts';
import { HANGING_MAIL } from './killed-jobs-mail.ts';
import { LAB_NAMES } from './signed-mail.ts';

export interface JobsOptions {
  /** URL of the database for the superuser. */
  url: string;
  home: string;
  clockFile: string;
  /** Directory of received mail and of files of tickets. */
  directory: string;
  /** Port on the loopback address. */
  receiverPort: number;
  smtp: { port: number; ca: string };
}

/** `work` runs all jobs of a worker without an end. */
export type JobsRequest =
  | 'take events'
  | 'deliver events'
  | 'compose mails'
  | 'send mails'
  | 'handle mails'
  | 'notify alerts'
  | 'work';

async function openJobs({ url, clockFile, directory, receiverPort, smtp }: JobsOptions) {
  const clock = openClockFile(clockFile);
  const of = (role: string) => givenJobCx(openDatabase({ url: asRole(url, role), clock }).db, { clock });
  const [worker, api] = [of(WORKER_ROLE), of(API_ROLE)];
  const webhooks = givenWebhooks(new HttpWebhooks({ receivers: [{ address: '127.0.0.1', port: receiverPort }] }));
  const mail = smtpMail({ ...smtp, host: '127.0.0.1', tls: 'starttls', from: 'Shop <noreply@shop.example>', credentials: null });
  const files = openAttachmentDirectory(directory);
  const inbox = {
    files,
    parser: hangingParser(),
    processId: randomUUID(),
    names: LAB_NAMES,
    sealer: SEALER,
    scanners: openScanners(),
  };
  const acts: Record<JobsRequest, () => Promise<number>> = {
    'take events': () => takeEvents({ ...worker, webhooks }),
    'deliver events': () => deliverEvents({ ...worker, webhooks }),
    'compose mails': () => composeMails(worker),
    'send mails': () => sendMails({ ...worker, mail }),
    'notify alerts': () => notifyAlerts({ ...worker, webhooks }),
    work() {
      const payments = new Payments(NO_PAYMENTS);
      const others = { vatNumbers: new OfflineVatNumbers(), dns: NO_DNS, payments, invoiceJournal: NO_JOURNAL };
      startJobs('worker', { ...worker, ...others, mail, webhooks, log: SILENT_LOG, everyMs: { look: 100 } });
      return new Promise(() => {});
    },
    'handle mails': () => handleReceivedMails({ ...api, attachments: files, inbox }),
  };
  return (ask: JobsRequest) => acts[ask]();
}

const NO_PAYMENTS = { directory: '/nonexistent', trial: false, stripe: null };

/** Returns a parser that never finishes reading mails with `HANGING_MAIL`, like one that uses up all time or memory. */
function hangingParser(): MailParser {
  const parser = openMailParser();
  const read: MailParser['read'] = (raw) => (Buffer.from(raw).includes(HANGING_MAIL) ? new Promise(() => {}) : parser.read(raw));
  return { ...parser, read };
}

serve(openJobs);
