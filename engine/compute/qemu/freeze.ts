/**
 * Freezes a guest's file systems. A frozen guest must be thawed even if this process dies. A marker file therefore exists from before the
 * freeze until the thaw, and the next driver or copy finds it.
 */
import { readIfThere, writeAtomic } from '../../atomic.ts';
import { EngineError } from '../../error.ts';
import * as agent from './agent-requests.ts';
import type { MachineDirectory } from './directory.ts';
import { clearFreezeMark, markOf } from './freeze-mark.ts';
import type { Machines } from './machines.ts';

/** A freeze takes 0.05 to 0.2 s, and longer if the guest has much to write. */
const FREEZE_MS = 15_000;
const THAW_MS = 5_000;
const THAW_TRIES = 5;

/** Runs `body` while the guest is frozen, if its agent agrees. Returns whether it was frozen. */
export async function whileFrozen(machines: Machines, directory: MachineDirectory, body: () => Promise<void>): Promise<boolean> {
  if (!(await machines.agentListens(directory))) {
    await body();
    return false;
  }
  await writeAtomic(markOf(directory), '', { durable: false });
  try {
    const frozen = await machines.agent(directory, FREEZE_MS, agent.freeze).catch(falseIfRefused);
    await body();
    return frozen === true;
  } finally {
    await thaw(machines, directory);
  }
}

/** Thaws a guest that may have been left frozen. Returns immediately without a marker. */
export async function thaw(machines: Machines, directory: MachineDirectory): Promise<void> {
  if ((await readIfThere(markOf(directory))) === null) return;
  for (let tries = 1; tries <= THAW_TRIES; tries++) {
    // An agent that refuses is not frozen.
    const answer = await machines.agent(directory, THAW_MS, agent.thaw).catch(falseIfRefused);
    if (answer !== null) return clearFreezeMark(directory);
  }
  machines.host.log.error({ machineId: directory.machineId }, 'a guest that was frozen for a copy does not thaw');
}

function falseIfRefused(error: unknown): false {
  if (error instanceof EngineError && error.kind === 'guest') return false;
  throw error;
}
