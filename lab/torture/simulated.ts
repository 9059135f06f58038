import path from 'node:path';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { type Engine, type EngineOptions, openEngine } from '@innkeeper/engine/open';
import { defaultCopies } from '@innkeeper/model/settings';

/** Opens the simulated engine of a home, as a worker does; every process that opens it finds the same machines. */
export async function openSimulated(home: string, copies?: EngineOptions['copies']): Promise<Engine> {
  const place = { home, projectRoot: process.cwd(), root: false, log: SILENT_LOG, ...(copies && { copies }) };
  const engine = await openEngine({ kind: 'simulated', ...place });
  await engine.network.open([]);
  await engine.compute.open();
  return engine;
}

/** A node of a lab that has several: a home of its own, and backups in a directory that all of them share. */
export async function openSimulatedNode(labHome: string, name: string): Promise<Engine> {
  const settings = { ...defaultCopies, directory: path.join(labHome, 'shared'), shared: true };
  const home = path.join(labHome, name);
  return openSimulated(home, { directory: path.join(home, 'copies'), settings });
}
