import { SILENT_LOG } from '@innkeeper/engine/log';
import { type Engine, openEngine } from '@innkeeper/engine/open';

/** The engine of a home, as a worker opens it; another process that does the same finds the same machines. */
export async function openSimulated(home: string): Promise<Engine> {
  const engine = await openEngine({ kind: 'simulated', home, projectRoot: process.cwd(), root: false, log: SILENT_LOG });
  await engine.network.open([]);
  await engine.compute.open();
  return engine;
}
