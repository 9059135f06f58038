/** The jobs of a worker in a history, by whatever process they are run. */
import type { Database } from '@innkeeper/db/schema';
import { SILENT_LOG } from '@innkeeper/engine/log';
import type { Engine } from '@innkeeper/engine/open';
import { handleWebhooks, WEBHOOK_GATEWAYS, webhooksJob } from '@innkeeper/jobs/handle-webhooks';
import { jobNamed, type WorkerContext } from '@innkeeper/jobs/job';
import { JOBS } from '@innkeeper/jobs/jobs';
import type { Clock } from '@innkeeper/model/clock';
import type { Settings } from '@innkeeper/model/settings';
import type { Kysely } from 'kysely';
import { fakeMail } from '../fake-mail.ts';
import { NO_DNS } from '../given-dns.ts';
import { givenWebhooks } from '../given-webhooks.ts';
import { vatRegisters } from './outside/vat-registers.ts';

export interface JobsPlace {
  seed: number;
  engine: Engine;
  clock: Clock;
  settings: Settings;
}

/** What a job has in hand; it may fail at any use. */
export interface Hands {
  db: Kysely<Database>;
  clock: Clock;
}

export interface HistoryJob {
  name: string;
  /** Of a node: it looks at guests, and moves no money. */
  ofNode: boolean;
  run(hands: Hands): Promise<unknown>;
}

/** In their order, which is the same in each history. */
export function jobsOf({ seed, engine, clock, settings }: JobsPlace): HistoryJob[] {
  const outside = {
    mail: fakeMail(),
    vatNumbers: vatRegisters(seed, clock),
    dns: NO_DNS,
    webhooks: givenWebhooks(),
    payments: engine.payments,
    log: SILENT_LOG,
  };
  const common = { settings, requestId: null };
  return [
    ...WORKER_JOBS.map(({ name, run }) => ({
      name,
      ofNode: false,
      run: (hands: Hands) => run({ ...common, ...hands, ...outside, actor: jobNamed(name) }),
    })),
    ...JOBS.node.map(({ name, run }) => ({
      name,
      ofNode: true,
      run: ({ db }: Hands) => run({ ...common, db, clock, engine, log: SILENT_LOG, actor: jobNamed(name) }),
    })),
  ];
}

/** Webhooks one after the other: what lands first is decided by no race. */
const WORKER_JOBS = JOBS.worker.map((job) => {
  const gateway = WEBHOOK_GATEWAYS.find((one) => webhooksJob(one) === job.name);
  return gateway ? { ...job, run: (cx: WorkerContext) => handleWebhooks(cx, [gateway], 1) } : job;
});
