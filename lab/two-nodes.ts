/** An installation with two nodes. Each has a simulated engine, a worker and a watch. They share a database and a copy store. */

import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { guestsOf } from '@innkeeper/apps/guests';
import { openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { recordNodeLink } from '@innkeeper/db/tables/node-links';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { type Engine, openEngine, type SimulatedEngine } from '@innkeeper/engine/open';
import { startJobs } from '@innkeeper/jobs/start';
import { defaultCopies } from '@innkeeper/model/settings/settings';
import { systemClock } from '@innkeeper/model/time/clock';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import type { Hooks } from '@innkeeper/workflows/runner/hooks';
import type { Timings } from '@innkeeper/workflows/runner/timings';
import { startWorker } from '@innkeeper/workflows/runner/worker';
import { type Lab, openLab } from './app.ts';
import { givenNode } from './given.ts';
import { joinEngines } from './peers.ts';
import { labSettings } from './settings.ts';

export interface LabNode {
  readonly id: number;
  readonly name: string;
  /** Home of its engine: the directory with the files of its machines. */
  readonly home: string;
  readonly engine: Engine;
  /** Restarts worker and watch after `stop` or `kill`. */
  start(): Promise<void>;
  /** Stops worker and watch without time to finish. The engine stays open, because guests outlive a worker. */
  stop(): Promise<void>;
  /** Ends the process of the worker: also its engine, with all streams. Guests stay. `start` opens a new engine. */
  kill(): Promise<void>;
}

export interface TwoNodes extends Lab {
  readonly a: LabNode;
  readonly b: LabNode;
}

/** Node `a` has more memory by half a server, so the first server is placed on it, and the second on `b`. */
const SIZES = { a: { memoryMb: 10_240 }, b: { memoryMb: 9_728 } };

export interface TwoNodesOptions {
  /** False to store backups of each node on its own disk. Default: true. */
  shared?: boolean;
  /** Options of the simulated engine, by node. */
  simulated?: (node: string) => SimulatedEngine;
  /** Hooks of the workers, by node. */
  hooks?: (node: string) => Hooks;
  timings?: Partial<Timings>;
}

/** Opens the installation. */
export async function openTwoNodes({ shared = true, ...options }: TwoNodesOptions = {}): Promise<TwoNodes> {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'innkeeper-nodes-'));
  const engines: Record<string, Engine> = {};
  const engineOf = (node: string): Engine => engines[node] ?? missing(node);
  const lab = await openLab({ guests: (node) => guestsOf(engineOf(node)) });
  const databaseUrl = asRole(lab.url, WORKER_ROLE);
  const ofWorkers = openDatabase({ url: databaseUrl });

  const peers = joinEngines((node) => engines[node]);

  const openNode = async (name: 'a' | 'b'): Promise<LabNode> => {
    const home = path.join(directory, name);
    const settings = { ...defaultCopies, ...(shared ? { directory: path.join(directory, 'shared'), shared } : {}) };
    const copies = { directory: path.join(home, 'copies'), settings };
    const openNodeEngine = async (): Promise<Engine> => {
      const place = { home, projectRoot: home, root: false, log: SILENT_LOG, copies, peers };
      const simulated = options.simulated?.(name);
      const engine = await openEngine({ kind: 'simulated', ...place, ...(simulated && { simulated }) });
      await engine.network.open([]);
      await engine.compute.open();
      engines[name] = engine;
      return engine;
    };
    await openNodeEngine();
    const id = await givenNode(lab.db, { name, ...SIZES[name] });
    await recordNodeLink(lab.db, { nodeId: id, address: `127.0.0.1:${id}`, certificate: String(id).padStart(64, '0') });
    let stopAll: (() => Promise<void>) | undefined;
    const stop = async () => {
      await stopAll?.();
      stopAll = undefined;
    };
    return {
      id,
      name,
      home,
      get engine() {
        return engineOf(name);
      },
      async start() {
        if (stopAll) return;
        const engine = engines[name] ?? (await openNodeEngine());
        const common = { db: ofWorkers.db, engine, clock: systemClock, settings: labSettings, log: SILENT_LOG };
        const watch = startJobs('node', { ...common, node: { id, name }, everyMs: { watch: 50 } });
        await watch.firstRuns;
        const definitions = Object.values(DEFINITIONS);
        const hooks = options.hooks?.(name);
        const { timings } = options;
        // Node `a` stands for the first host.
        const served = { nodes: new Map([[id, engine]]), isFurtherNode: name !== 'a' };
        const given = { ...(hooks && { hooks }), ...(timings && { timings }) };
        const worker = await startWorker({ ...common, databaseUrl, definitions, ...served, ...given });
        stopAll = async () => {
          await watch.stop();
          await worker.stop({ drainMs: 0 });
        };
      },
      stop,
      async kill() {
        const engine = engines[name];
        delete engines[name];
        const stopping = stop();
        await engine?.compute.close();
        await engine?.network.close();
        await stopping;
      },
    };
  };
  const [a, b] = [await openNode('a'), await openNode('b')];
  await a.start();
  await b.start();
  return {
    ...lab,
    a,
    b,
    async close() {
      await a.kill();
      await b.kill();
      await ofWorkers.close();
      await lab.close();
      await fs.rm(directory, { recursive: true, force: true });
    },
  };
}

function missing(node: string): never {
  throw new Error(`there is no node ${node}`);
}
