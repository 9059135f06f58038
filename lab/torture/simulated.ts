import path from 'node:path';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { type Engine, type EngineOptions, openEngine } from '@innkeeper/engine/open';
import { defaultCopies } from '@innkeeper/model/settings/settings';
import { joinEngines } from '../peers.ts';

/** Opens the simulated engine of a home, as a worker does. Every process that opens it sees the same machines. */
export async function openSimulated(home: string, options: Pick<EngineOptions, 'copies' | 'peers'> = {}): Promise<Engine> {
  const place = { home, projectRoot: process.cwd(), root: false, log: SILENT_LOG, ...options };
  const engine = await openEngine({ kind: 'simulated', ...place });
  await engine.network.open([]);
  await engine.compute.open();
  return engine;
}

/**
 * Opens a node of a lab that has several, and adds it to `nodes`, to which it is linked. It has its own home. All nodes share a directory of
 * backups.
 */
export async function openSimulatedNode(labHome: string, name: string, nodes: Map<string, Engine>): Promise<Engine> {
  const settings = { ...defaultCopies, directory: path.join(labHome, 'shared'), shared: true };
  const home = path.join(labHome, name);
  const peers = joinEngines((node) => nodes.get(node));
  const engine = await openSimulated(home, { copies: { directory: path.join(home, 'copies'), settings }, peers });
  nodes.set(name, engine);
  return engine;
}
