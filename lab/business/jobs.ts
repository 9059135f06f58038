/** The jobs of a worker in a business simulation, in this process or in a separate process. */
import type { Database } from '@innkeeper/db/schema';
import { SILENT_LOG } from '@innkeeper/engine/log';
import type { MailPort } from '@innkeeper/engine/mail/port';
import type { Engine } from '@innkeeper/engine/open';
import { handleWebhooks, WEBHOOK_GATEWAYS, webhooksJob } from '@innkeeper/jobs/handle-webhooks';
import { jobActor, type WorkerContext } from '@innkeeper/jobs/job';
import { JOBS } from '@innkeeper/jobs/jobs';
import type { Settings } from '@innkeeper/model/settings/settings';
import type { Clock } from '@innkeeper/model/time/clock';
import type { Kysely } from 'kysely';
import { fakeMail } from '../fake-mail.ts';
import { NO_DNS } from '../given-dns.ts';
import { NO_JOURNAL } from '../given-invoices.ts';
import { givenWebhooks } from '../given-webhooks.ts';
import { vatRegisters } from './outside/vat-registers.ts';

export interface SimulatedJobsOptions {
  seed: number;
  engine: Engine;
  clock: Clock;
  settings: Settings;
  /** Mail port, by default one that keeps nothing. */
  mail?: MailPort;
}

/** Dependencies of a job. Any use may throw, as in a killed process. */
export interface JobDependencies {
  db: Kysely<Database>;
  clock: Clock;
}

export interface HistoryJob {
  name: string;
  /** True if the job belongs to a node: it inspects guests and moves no money. */
  ofNode: boolean;
  run(hands: JobDependencies): Promise<unknown>;
}

/** Lists the jobs, in the same order for each simulation. */
export function listJobs({ seed, engine, clock, settings, mail = fakeMail() }: SimulatedJobsOptions): HistoryJob[] {
  const outside = {
    mail,
    vatNumbers: vatRegisters(seed, clock),
    dns: NO_DNS,
    webhooks: givenWebhooks(),
    payments: engine.payments,
    invoiceJournal: NO_JOURNAL,
    log: SILENT_LOG,
  };
  const common = { settings, requestId: null };
  return [
    ...WORKER_JOBS.map(({ name, run }) => ({
      name,
      ofNode: false,
      run: (hands: JobDependencies) => run({ ...common, ...hands, ...outside, actor: jobActor(name) }),
    })),
    ...JOBS.node.map(({ name, run }) => ({
      name,
      ofNode: true,
      run: ({ db }: JobDependencies) => run({ ...common, db, clock, engine, log: SILENT_LOG, actor: jobActor(name) }),
    })),
  ];
}

/** Webhooks are handled in sequence, so that no race decides their order. */
const WORKER_JOBS = JOBS.worker.map((job) => {
  const gateway = WEBHOOK_GATEWAYS.find((one) => webhooksJob(one) === job.name);
  return gateway ? { ...job, run: (cx: WorkerContext) => handleWebhooks(cx, [gateway], 1) } : job;
});
