/** The worker as apps/worker.ts builds it, for the node of the fixtures. */

import { join } from 'node:path';
import { openLog } from '@innkeeper/apps/log';
import { type OpenDatabase, openDatabase } from '@innkeeper/db/connect';
import { lockNode, type NodeLock } from '@innkeeper/db/node-lock';
import { poolsOfNode } from '@innkeeper/db/tables/ip-pools';
import { markSeen } from '@innkeeper/db/tables/node-presence';
import { openInvoiceJournal } from '@innkeeper/engine/journal/invoices';
import { type Engine, openEngine } from '@innkeeper/engine/open';
import { OfflineVatNumbers } from '@innkeeper/engine/vat-numbers/offline/driver';
import { jobActor } from '@innkeeper/jobs/job';
import { JOBS } from '@innkeeper/jobs/jobs';
import { type RunningJobs, startJobs } from '@innkeeper/jobs/start';
import { ALWAYS_SEEN } from '@innkeeper/lab/given';
import { NO_DNS } from '@innkeeper/lab/given-dns';
import { givenWebhooks } from '@innkeeper/lab/given-webhooks';
import { defaultSettings } from '@innkeeper/model/settings/settings';
import { systemClock } from '@innkeeper/model/time/clock';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import { startWorker, type Worker } from '@innkeeper/workflows/runner/worker';
import type { LastSamples } from '@innkeeper/workflows/steps/last-samples';
import type { Role } from '../child.ts';
import { type MovedClock, openTimetable } from '../idle/timetable.ts';

export interface WorkerOptions {
  databaseUrl: string;
  /** Name of the worker's node. */
  node: string;
  engine: 'qemu' | 'simulated';
  home: string;
  images: string;
  /** True if simulated guests send and receive data between any two samples. */
  traffic?: boolean;
}

/** Time that one run of a job took. */
export interface JobRun {
  name: string;
  ms: number;
  cpuMs: number;
}

const MAX_CONNECTIONS = 24;

export function worker(): Role {
  const log = openLog('worker');
  const settings = defaultSettings;
  let database: OpenDatabase;
  let engine: Engine;
  let held: NodeLock | null;
  let parts: { databaseUrl: string; node: { id: number; name: string } };
  let aheadMs = 0;
  const clock: MovedClock = {
    now: () => new Date(systemClock.now().getTime() + aheadMs),
    setTo: (at) => {
      aheadMs = at - systemClock.now().getTime();
    },
  };
  let passUntil: ReturnType<typeof openTimetable>;
  let jobs: RunningJobs[] = [];
  let running: Worker;

  const mail = { name: 'nowhere', send: async () => {}, close: async () => {} };
  const vatNumbers = new OfflineVatNumbers();
  const lastSamples: LastSamples = new Map();

  /** Opens everything except the jobs and the workflows. */
  async function open(options: WorkerOptions): Promise<void> {
    const { databaseUrl, engine: kind, home, images, traffic } = options;
    database = openDatabase({ url: databaseUrl, max: MAX_CONNECTIONS, applicationName: 'bench-worker' });
    const { db } = database;
    engine = await openEngine({ kind, home, images, projectRoot: process.cwd(), root: process.getuid?.() === 0, log });
    if (traffic) addTraffic(engine, clock);
    const node = await db.selectFrom('nodes').select(['id', 'name']).where('name', '=', options.node).executeTakeFirstOrThrow();
    held = await lockNode({ url: databaseUrl, nodeId: node.id, onLost: () => {} });
    if (!held) throw new Error(`another worker serves ${node.name}`);
    await engine.network.open(await poolsOfNode(db, node.id));
    await engine.compute.open();
    parts = { databaseUrl, node };
  }

  return {
    async open(options: WorkerOptions): Promise<void> {
      if (!database) await open(options);
      const { db } = database;
      const { databaseUrl, node } = parts;
      const watch = startJobs('node', { db, engine, node, clock, settings, log, lastSamples });
      jobs = [watch];
      await watch.firstRuns;
      const definitions = Object.values(DEFINITIONS);
      const nodes = new Map([[node.id, engine]]);
      running = await startWorker({ databaseUrl, db, definitions, engine, nodes, clock, settings, log });
      jobs.push(
        startJobs('presence', { db, clock, settings, log, node, firstBeatAt: clock.now() }),
        startJobs('worker', {
          db,
          clock,
          settings,
          log,
          mail,
          vatNumbers,
          dns: NO_DNS,
          webhooks: givenWebhooks(),
          payments: engine.payments,
          invoiceJournal: openInvoiceJournal(join(options.home, 'journal')),
        }),
      );
    },
    /** Runs each job of the node once, one after the other, with nothing else running. */
    async look(options: WorkerOptions): Promise<JobRun[]> {
      if (!database) await open(options);
      const { node } = parts;
      const runs: JobRun[] = [];
      for (const { name, run } of JOBS.node) {
        const [began, before] = [performance.now(), process.cpuUsage()];
        await run({ db: database.db, engine, node, clock, settings, log, lastSamples, actor: jobActor(name), requestId: null });
        const { user, system } = process.cpuUsage(before);
        runs.push({ name, ms: performance.now() - began, cpuMs: (user + system) / 1000 });
      }
      return runs;
    },
    /** Moves the clock forward. `passTime` then simulates hours, and tasks of every five minutes run soon. */
    setTo(at: Date): void {
      clock.setTo(at.getTime());
    },
    now: () => clock.now(),
    /** Runs every job as often as it is due until then, on a simulated clock. */
    async passTime(options: WorkerOptions, until: Date): Promise<void> {
      if (!database) await open(options);
      const shared = {
        db: database.db,
        engine,
        node: parts.node,
        settings,
        log,
        lastSamples,
        mail,
        vatNumbers,
        dns: NO_DNS,
        webhooks: givenWebhooks(),
        payments: engine.payments,
        invoiceJournal: openInvoiceJournal(join(options.home, 'journal')),
      };
      passUntil ??= openTimetable(shared, clock);
      await passUntil(until);
    },
    async close() {
      await running?.stop();
      await Promise.all(jobs.map((one) => one.stop()));
      // Later measurements of the API need a node on sale.
      if (held) await markSeen(database.db, parts.node.id, ALWAYS_SEEN);
      await engine?.compute.close();
      await engine?.network.close();
      await held?.release();
      await database?.close();
    },
  };
}

/** Adds traffic of 20 kB/s in each direction to simulated guests, which have none. Each sample then differs from the previous one. */
function addTraffic({ compute }: Engine, clock: MovedClock): void {
  const measure = compute.measure.bind(compute);
  let began: number | undefined;
  compute.measure = async (machineId) => {
    const usage = await measure(machineId);
    const now = clock.now().getTime();
    // Traffic stays below 4 GB a day, so no guest exceeds the limit of its plan.
    began ??= now;
    const bytes = Math.floor(((now - began) / 1000) * 20_000);
    return usage && { ...usage, netInBytes: bytes, netOutBytes: bytes, diskReadBytes: bytes, diskWrittenBytes: bytes };
  };
}
