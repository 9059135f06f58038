/** Checks of the state that an operation on a simulated machine needs. */
import { access } from 'node:fs/promises';
import { EngineError } from '../../error.ts';
import type { Media } from '../port.ts';
import type { SimulatedMachine } from './machine.ts';

export function requireMachine(machine: SimulatedMachine | null, machineId: string): SimulatedMachine {
  if (machine === null || machine.incoming !== undefined)
    throw new EngineError('absent', `there is no machine ${machineId}`, { retryable: false });
  return machine;
}

export function requireRunning(machine: SimulatedMachine | null, machineId: string): SimulatedMachine {
  const current = requireMachine(machine, machineId);
  if (current.power === 'running') return current;
  throw new EngineError('guest', `${machineId} does not run`, { retryable: false });
}

export function requireStopped(machine: SimulatedMachine | null, machineId: string): SimulatedMachine {
  const current = requireMachine(machine, machineId);
  if (current.power !== 'running') return current;
  throw new EngineError('guest', `${machineId} runs`, { retryable: false });
}

export async function requireMedia({ primary, secondary }: Media): Promise<void> {
  for (const path of [primary, secondary]) {
    if (path === null) continue;
    await access(path).catch((cause: unknown) => {
      throw new EngineError('image', `there is no ISO ${path}`, { cause, retryable: false });
    });
  }
}
