import path from 'node:path';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { type Engine, type EngineOptions, openEngine } from '@innkeeper/engine/open';
import { defaultCopies } from '@innkeeper/model/settings/settings';

/** Opens the simulated engine of a home, as a worker does. Every process that opens it sees the same machines. */
export async function openSimulated(home: string, copies?: EngineOptions['copies']): Promise<Engine> {
  const place = { home, projectRoot: process.cwd(), root: false, log: SILENT_LOG, ...(copies && { copies }) };
  const engine = await openEngine({ kind: 'simulated', ...place });
  await engine.network.open([]);
  await engine.compute.open();
  return engine;
}

/** Opens a node of a lab that has several: with its own home, and backups in a directory that all nodes share. */
export async function openSimulatedNode(labHome: string, name: string): Promise<Engine> {
  const settings = { ...defaultCopies, directory: path.join(labHome, 'shared'), shared: true };
  const home = path.join(labHome, name);
  return openSimulated(home, { directory: path.join(home, 'copies'), settings });
}
