/** Runs single jobs of the worker on request, in a process that does nothing else. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLog } from '@innkeeper/apps/log';
import { type OpenDatabase, openDatabase } from '@innkeeper/db/connect';
import { openInvoiceJournal } from '@innkeeper/engine/journal/invoices';
import { issueInvoices } from '@innkeeper/jobs/issue-invoices';
import { type InvoicesContext, jobActor } from '@innkeeper/jobs/job';
import { remindRenewals } from '@innkeeper/jobs/remind-renewals';
import { renewServices } from '@innkeeper/jobs/renew-services';
import { defaultSettings } from '@innkeeper/model/settings/settings';
import { systemClock } from '@innkeeper/model/time/clock';
import type { Role } from '../child.ts';

const RUNS = {
  'renew-services': renewServices,
  'remind-renewals': remindRenewals,
  'issue-invoices': issueInvoices,
} satisfies Record<string, (cx: InvoicesContext) => Promise<number>>;

export interface JobRan {
  /** Result of the job. */
  did: number;
  ms: number;
  cpuMs: number;
  /** Memory of the process in MB, every quarter of a second. */
  rssMb: number[];
}

/** Number of connections, as in the worker. */
const MAX_CONNECTIONS = 24;
const POLL_INTERVAL_MS = 250;
const MB = 2 ** 20;

export function jobs(): Role {
  let database: OpenDatabase;
  const invoiceJournal = openInvoiceJournal(join(tmpdir(), `innkeeper-journal-${process.pid}`));
  return {
    open(url: string): void {
      database = openDatabase({ url, max: MAX_CONNECTIONS, applicationName: 'bench-worker' });
    },
    async run(name: keyof typeof RUNS): Promise<JobRan> {
      const log = openLog('worker');
      const cx = {
        db: database.db,
        clock: systemClock,
        settings: defaultSettings,
        log,
        actor: jobActor(name),
        requestId: null,
        invoiceJournal,
      };
      const [rssMb, before, began] = [[] as number[], process.cpuUsage(), performance.now()];
      let over = false;
      const look = async () => {
        for (; !over; await sleep(POLL_INTERVAL_MS)) rssMb.push(process.memoryUsage.rss() / MB);
      };
      const looked = look();
      const did = await RUNS[name](cx);
      const ms = performance.now() - began;
      const { user, system } = process.cpuUsage(before);
      over = true;
      await looked;
      return { did, ms, cpuMs: (user + system) / 1000, rssMb };
    },
    close: () => database?.close(),
  };
}
