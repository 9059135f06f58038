import { SILENT_LOG } from '@innkeeper/engine/log';
import { type Engine, openEngine } from '@innkeeper/engine/open';

/** Opens the simulated engine of a home, as a worker does; every process that opens it finds the same machines. */
export async function openSimulated(home: string): Promise<Engine> {
  const engine = await openEngine({ kind: 'simulated', home, projectRoot: process.cwd(), root: false, log: SILENT_LOG });
  await engine.network.open([]);
  await engine.compute.open();
  return engine;
}
