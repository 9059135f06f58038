/** Steps that several workflows share. */
import { seconds } from '@innkeeper/model/clock';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { type Again, again, GiveUp, type StepContext } from './define.ts';

export interface OnServer {
  serverId: number;
}

/** How often a guest that boots or shuts down is looked at; a look costs well under 10 ms. */
const LOOK_AGAIN_MS = 300;

/** Waits until the guest has booted; its boot id is what is remembered. */
export async function guestAnswers(cx: StepContext<OnServer>): Promise<string | null | Again> {
  const machineId = machineIdOf(cx.input.serverId);
  const seen = await cx.engine.compute.inspect(machineId);
  if (seen.power === 'running') return seen.up ? seen.bootId : again(LOOK_AGAIN_MS);
  if (seen.power === 'absent')
    throw new GiveUp('The server is gone from its host.', `machine ${machineId} is absent while it should boot`);
  // A guest may end by itself in the midst of its boot; one more press is harmless and often enough.
  await cx.engine.compute.start(machineId);
  return again(seconds(1));
}
