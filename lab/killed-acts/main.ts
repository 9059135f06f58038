/** Program of an API process or a worker process that kills itself at a point of an act (`points.ts`). It is forked. */
import { flushCompileCache } from 'node:module';
import { pointOfNoReturn } from '@innkeeper/apps/point-of-no-return';
import { openDatabase } from '@innkeeper/db/connect';
import { asRole, OPERATOR_ROLE, WORKER_ROLE } from '@innkeeper/db/roles';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { composeMails } from '@innkeeper/jobs/compose-mails';
import { expireServices } from '@innkeeper/jobs/expire-services';
import { issueInvoices } from '@innkeeper/jobs/issue-invoices';
import { moveWaitingFloatingIps } from '@innkeeper/jobs/move-floating-ips';
import { pollPayments } from '@innkeeper/jobs/poll-payments';
import { pollRefunds } from '@innkeeper/jobs/poll-refunds';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import { startWorker } from '@innkeeper/workflows/runner/worker';
import type { InjectOptions } from 'fastify';
import { openLab } from '../app.ts';
import { openClockFile } from '../business/processes/clock-file.ts';
import { serve } from '../business/processes/serve.ts';
import { givenJobCx } from '../given-cx.ts';
import { NO_JOURNAL } from '../given-invoices.ts';
import { labSettings } from '../settings.ts';
import { openSimulated } from '../torture/simulated.ts';
import { TEST_TIMINGS } from '../torture/test-timings.ts';
import { openPoints, type Survived } from './points.ts';

export interface MortalOptions {
  role: 'api' | 'worker';
  /** URL of the database for the superuser. */
  url: string;
  home: string;
  clockFile: string;
}

/** `workflows` runs all workflows that are due. The others are jobs. */
export type WorkerTask =
  | 'workflows'
  | 'poll payments'
  | 'poll refunds'
  | 'issue invoices'
  | 'end services'
  | 'detach floating IPs'
  | 'compose mails';

/** A request to the API, or a task of the worker. */
export type MortalAct = InjectOptions | WorkerTask;

export interface MortalRequest {
  act: MortalAct;
  /** Point at which the process stops with this act and dies, or `null`. */
  deadly: string | null;
}

/** Number of requests that may stop at the same time. Each keeps a connection. */
const MAX_STOPPED = 20;

async function openMortal(options: MortalOptions) {
  const isAlone = options.role === 'worker';
  const points = openPoints(options.home, { isAlone });
  const perform = await (isAlone ? openWorker(options) : openApi(options));
  // A killed process writes no cache at its end. With it the next one starts twice as fast.
  flushCompileCache();
  return (asks: readonly MortalRequest[]): Promise<Survived[]> =>
    points.during(asks.map(({ act, deadly }) => ({ deadly, act: () => perform(act) })));
}

async function openApi({ url, clockFile }: MortalOptions) {
  const clock = openClockFile(clockFile);
  const ofStaff = openDatabase({ url: asRole(url, OPERATOR_ROLE), max: MAX_STOPPED, clock });
  const lab = await openLab({
    clock,
    database: { ...openDatabase({ url, clock }), url },
    operator: { db: ofStaff.db, pointOfNoReturn },
    inFlight: { running: MAX_STOPPED, waiting: MAX_STOPPED },
    openBucket: () => () => ({ limit: 1_000_000, remaining: 1_000_000 }),
  });
  return (act: MortalAct): Promise<unknown> => lab.send(act as InjectOptions);
}

async function openWorker({ url: superuserUrl, clockFile, home }: MortalOptions) {
  const clock = openClockFile(clockFile);
  const databaseUrl = asRole(superuserUrl, WORKER_ROLE);
  const { db } = openDatabase({ url: databaseUrl, clock });
  const engine = await openSimulated(home);
  const cx = { ...givenJobCx(db, { clock }), log: SILENT_LOG, payments: engine.payments, invoiceJournal: NO_JOURNAL };
  const runner = { databaseUrl, db, engine, clock, settings: labSettings, log: SILENT_LOG, timings: TEST_TIMINGS };
  const tasks: Record<WorkerTask, () => Promise<unknown>> = {
    // Claims nothing before, so that it dies only in this task.
    async workflows() {
      const worker = await startWorker({ ...runner, definitions: Object.values(DEFINITIONS) });
      await worker.idle();
      await worker.stop();
    },
    'poll payments': () => pollPayments(cx),
    'poll refunds': () => pollRefunds(cx),
    'issue invoices': () => issueInvoices(cx),
    'end services': () => expireServices(cx),
    'detach floating IPs': () => moveWaitingFloatingIps(cx),
    'compose mails': () => composeMails(cx),
  };
  return (act: MortalAct): Promise<unknown> => tasks[act as WorkerTask]();
}

serve(openMortal);
