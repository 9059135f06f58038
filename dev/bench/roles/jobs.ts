/** Single jobs of the worker, each when it is asked for, in a process that does nothing else. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openLog } from '@innkeeper/apps/log';
import { type OpenDatabase, openDatabase } from '@innkeeper/db/connect';
import { issueInvoices } from '@innkeeper/jobs/issue-invoices';
import { type JobContext, jobNamed } from '@innkeeper/jobs/job';
import { remindRenewals } from '@innkeeper/jobs/remind-renewals';
import { renewServices } from '@innkeeper/jobs/renew-services';
import { systemClock } from '@innkeeper/model/clock';
import { defaultSettings } from '@innkeeper/model/settings';
import type { Role } from '../child.ts';

const RUNS = {
  'renew-services': renewServices,
  'remind-renewals': remindRenewals,
  'issue-invoices': issueInvoices,
} satisfies Record<string, (cx: JobContext) => Promise<number>>;

export interface JobRan {
  /** Result of the job. */
  did: number;
  ms: number;
  cpuMs: number;
  /** MB that the process held, every quarter of a second. */
  rssMb: number[];
}

/** As of the worker. */
const MOST_CONNECTIONS = 24;
const LOOK_MS = 250;
const MB = 2 ** 20;

export function jobs(): Role {
  let database: OpenDatabase;
  return {
    open(url: string): void {
      database = openDatabase({ url, max: MOST_CONNECTIONS, applicationName: 'bench-worker' });
    },
    async run(name: keyof typeof RUNS): Promise<JobRan> {
      const log = openLog('worker');
      const cx = { db: database.db, clock: systemClock, settings: defaultSettings, log, actor: jobNamed(name), requestId: null };
      const [rssMb, before, began] = [[] as number[], process.cpuUsage(), performance.now()];
      let over = false;
      const look = async () => {
        for (; !over; await sleep(LOOK_MS)) rssMb.push(process.memoryUsage.rss() / MB);
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
