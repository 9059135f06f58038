/** The worker of a business simulation as a separate process that is killed at random moments. */
import { openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import { sweep } from '@innkeeper/workflows/runner/sweep';
import { startWorker } from '@innkeeper/workflows/runner/worker';
import { labSettings } from '../../settings.ts';
import { TEST_TIMINGS } from '../../torture/test-timings.ts';
import { openSimulatedEngine, type SimulatedEngineOptions } from '../engine.ts';
import { listJobs } from '../jobs.ts';
import { openClockFile } from './clock-file.ts';

export interface SeparateWorkerOptions extends Omit<SimulatedEngineOptions, 'clock'> {
  /** URL of the database for the superuser. */
  url: string;
  clockFile: string;
}

export type WorkerRequest = 'idle' | 'jobs';

export async function openWorker({ url: superuserUrl, clockFile, ...place }: SeparateWorkerOptions) {
  const clock = openClockFile(clockFile);
  const url = asRole(superuserUrl, WORKER_ROLE);
  const { db } = openDatabase({ url, clock });
  const engine = await openSimulatedEngine({ ...place, clock });
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
  const all = listJobs({ seed: place.seed, engine, clock, settings: labSettings });
  const acts: Record<WorkerRequest, () => Promise<void>> = {
    idle: () => worker.idle(),
    async jobs() {
      await sweep(db, { ...common, kinds, now: clock.now() });
      for (const { run } of all) await run({ db, clock });
    },
  };
  return (ask: WorkerRequest) => acts[ask]();
}
