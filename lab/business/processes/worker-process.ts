/** The worker of a history as a process of its own, to be killed at any moment. */
import { openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import { sweep } from '@innkeeper/workflows/runner/sweep';
import { startWorker } from '@innkeeper/workflows/runner/worker';
import { labSettings } from '../../settings.ts';
import { TEST_TIMINGS } from '../../torture/test-timings.ts';
import { type EnginePlace, engineOf } from '../engine.ts';
import { jobsOf } from '../jobs.ts';
import { clockOf } from './clock-file.ts';

export interface WorkerGiven extends Omit<EnginePlace, 'clock'> {
  /** URL of the database, as the superuser. */
  url: string;
  clockFile: string;
}

export type WorkerAsk = 'idle' | 'jobs';

export async function openWorker({ url: superuserUrl, clockFile, ...place }: WorkerGiven) {
  const clock = clockOf(clockFile);
  const url = asRole(superuserUrl, WORKER_ROLE);
  const { db } = openDatabase({ url, clock });
  const engine = await engineOf({ ...place, clock });
  const definitions = Object.values(DEFINITIONS);
  const kinds = definitions.map(({ kind }) => kind);
  const common = { settings: labSettings, timings: TEST_TIMINGS };
  const worker = await startWorker({
    ...common,
    databaseUrl: url,
    db,
    engine,
    clock,
    log: SILENT_LOG,
    definitions,
    concurrency: 4,
  });
  const all = jobsOf({ seed: place.seed, engine, clock, settings: labSettings });
  const acts: Record<WorkerAsk, () => Promise<void>> = {
    idle: () => worker.idle(),
    async jobs() {
      await sweep(db, { ...common, kinds, now: clock.now() });
      for (const { run } of all) await run({ db, clock });
    },
  };
  return (ask: WorkerAsk) => acts[ask]();
}
