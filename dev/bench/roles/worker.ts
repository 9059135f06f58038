/** The worker as apps/worker.ts wires it, without the sweeps. */
import { openLog } from '@innkeeper/apps/log';
import { type OpenDatabase, openDatabase } from '@innkeeper/db/connect';
import { type Engine, openEngine } from '@innkeeper/engine/open';
import { type RunningJobs, startJobs } from '@innkeeper/jobs/start';
import { systemClock } from '@innkeeper/model/clock';
import { defaultSettings } from '@innkeeper/model/settings';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import { startWorker, type Worker } from '@innkeeper/workflows/runner/worker';
import type { Role } from '../child.ts';

export interface WorkerOptions {
  databaseUrl: string;
  engine: 'qemu' | 'simulated';
  home: string;
  images: string;
}

const MOST_CONNECTIONS = 24;

export function worker(): Role {
  let database: OpenDatabase;
  let engine: Engine;
  let watch: RunningJobs;
  let running: Worker;
  return {
    async open({ databaseUrl, engine: kind, home, images }: WorkerOptions): Promise<void> {
      const log = openLog('worker');
      database = openDatabase({ url: databaseUrl, max: MOST_CONNECTIONS, applicationName: 'bench-worker' });
      const { db } = database;
      engine = await openEngine({ kind, home, images, projectRoot: process.cwd(), root: process.getuid?.() === 0, log });
      await engine.network.open(await db.selectFrom('ip_pools').select(['cidr', 'gateway']).execute());
      await engine.compute.open();
      const shared = { db, engine, clock: systemClock, settings: defaultSettings, log };
      watch = startJobs('node', shared);
      await watch.firstRuns;
      running = await startWorker({ ...shared, databaseUrl, definitions: Object.values(DEFINITIONS) });
    },
    async close() {
      await running?.stop();
      await watch?.stop();
      await engine?.compute.close();
      await engine?.network.close();
      await database?.close();
    },
  };
}
