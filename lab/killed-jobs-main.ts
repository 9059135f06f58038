/**
 * The program of a process that does what talks to the outside: jobs of a worker, and the one of the API that handles mail, each with its rights and real
 * drivers. Its bundle is forked, to be killed (killed-jobs.process.test.ts).
 */
import { randomUUID } from 'node:crypto';
import { openDatabase } from '@innkeeper/db/connect';
import { API_ROLE, asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import { smtpMail } from '@innkeeper/engine/mail/smtp';
import { type MailParser, openMailParser } from '@innkeeper/engine/mail-in/parse';
import { openScanners } from '@innkeeper/engine/scanner/open';
import { HttpWebhooks } from '@innkeeper/engine/webhooks/http';
import { handleReceivedMails } from '@innkeeper/jobs/handle-received-mail';
import { sendMails } from '@innkeeper/jobs/send-mails';
import { deliverEvents } from '@innkeeper/jobs/webhooks/deliver-events';
import { takeEvents } from '@innkeeper/jobs/webhooks/take-events';
import { clockOf } from './business/processes/clock-file.ts';
import { serve } from './business/processes/serve.ts';
import { givenJobCx } from './given-cx.ts';
import { SEALER } from './given-two-factor.ts';
import { givenWebhooks } from './given-webhooks.ts';
import { HANGING_MAIL } from './killed-jobs-mail.ts';
import { LAB_NAMES } from './signed-mail.ts';

export interface JobsGiven {
  /** URL of the database, as the superuser. */
  url: string;
  home: string;
  clockFile: string;
  /** Where mail for support is kept, and files of tickets. */
  directory: string;
  /** On the loopback address. */
  receiverPort: number;
  smtp: { port: number; ca: string };
}

export type JobsAsk = 'take events' | 'deliver events' | 'send mails' | 'handle mails';

async function openJobs({ url, clockFile, directory, receiverPort, smtp }: JobsGiven) {
  const clock = clockOf(clockFile);
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
  const acts: Record<JobsAsk, () => Promise<number>> = {
    'take events': () => takeEvents({ ...worker, webhooks }),
    'deliver events': () => deliverEvents({ ...worker, webhooks }),
    'send mails': () => sendMails({ ...worker, mail }),
    'handle mails': () => handleReceivedMails({ ...api, attachments: files, inbox }),
  };
  return (ask: JobsAsk) => acts[ask]();
}

/** Never ends to read a mail that says so, as one would that takes the process all its time or memory. */
function hangingParser(): MailParser {
  const parser = openMailParser();
  const read: MailParser['read'] = (raw) => (Buffer.from(raw).includes(HANGING_MAIL) ? new Promise(() => {}) : parser.read(raw));
  return { ...parser, read };
}

serve(openJobs);
