/**
 * The simulated engine of a business simulation. Its operations fail at random. All processes that open the engine in the same home see the
 * same machines.
 */
import { EngineError } from '@innkeeper/engine/error';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { type Engine, openEngine } from '@innkeeper/engine/open';
import type { Clock } from '@innkeeper/model/time/clock';
import type { StripeServer } from '../stripe-server.ts';
import { openChance } from './random.ts';

export interface SimulatedEngineOptions {
  seed: number;
  clock: Clock;
  home: string;
  stripe: Pick<StripeServer, 'server' | 'secretKey'>;
}

/** One operation of the engine in this many fails. */
const FAILURES = 60;

export async function openSimulatedEngine({ seed, clock, home, stripe }: SimulatedEngineOptions): Promise<Engine> {
  const chance = openChance(seed);
  const fail = (act: string, machineId: string) => {
    const at = [act, machineId, clock.now().getTime()];
    if (chance(FAILURES, 'fail', ...at)) throw new EngineError('host', 'at random', { retryable: chance(2, 'retryable', ...at) });
  };
  const { server, secretKey } = stripe;
  const engine = await openEngine({
    ...{ kind: 'simulated', home, projectRoot: home, root: false, log: SILENT_LOG, simulated: { fail } },
    payments: { trial: true, stripe: { server, secretKey, timeoutMs: 30_000 } },
  });
  await engine.network.open([]);
  await engine.compute.open();
  return engine;
}
