/** A node for tests of the doctor: its own database, and the simulated engine without a worker. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { findOrphans } from '@innkeeper/doctor/findings';
import type { ReadOnlyEngine } from '@innkeeper/doctor/target';
import type { Kind, StartInput } from '@innkeeper/domain/workflows/kinds';
import { type RowOf, startWorkflow } from '@innkeeper/domain/workflows/start';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { type Engine, type EngineOptions, openEngine } from '@innkeeper/engine/open';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { givenNode } from './given.ts';
import { givenJobCx } from './given-cx.ts';
import { givenTinyFile } from './given-images.ts';

export interface DoctorLab extends TestDatabase {
  engine: Engine;
  /** Home of the engine. */
  home: string;
  nodeId: number;
  otherNodeId: number;
  /** Returns the findings of the doctor by name. `changes` apply to the engine that it inspects. */
  findings(changes?: Partial<ReadOnlyEngine>): Promise<Record<string, string>>;
  /** Starts a workflow with its lock, which no worker runs. Returns its id. */
  underWay<K extends Kind>(kind: K, row: RowOf<K>, input: StartInput<K>): Promise<number>;
}

const NODE = 'this-node';

export async function openDoctorLab(options: { copies?: EngineOptions['copies'] } = {}): Promise<DoctorLab> {
  const home = await fs.mkdtemp(path.join(os.tmpdir(), 'innkeeper-doctor-'));
  const engine = await openEngine({ kind: 'simulated', home, projectRoot: home, root: false, log: SILENT_LOG, ...options });
  await engine.network.open([]);
  await engine.compute.open();
  const database = await openTestDatabase();
  const { db } = database;
  await givenTinyFile(db, engine);
  return {
    ...database,
    engine,
    home,
    nodeId: await givenNode(db, { name: NODE }),
    otherNodeId: await givenNode(db, { name: 'another-node' }),
    async findings(changes = {}) {
      const found = await findOrphans({ db, engine: { ...engine, ...changes }, node: NODE, machinesDirectory: home });
      return Object.fromEntries(found.filter(({ ok }) => ok !== true).map(({ name, why }) => [name, why]));
    },
    underWay: (kind, row, input) =>
      db.transaction().execute((trx) => startWorkflow({ ...givenJobCx(db), db: trx }, kind, row, input)),
    async close() {
      await engine.compute.close();
      await engine.network.close();
      await database.close();
      await fs.rm(home, { recursive: true });
    },
  };
}
