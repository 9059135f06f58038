/** Shuts a server down. */

import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow, type PollAfter, type StepContext } from '../define.ts';
import { endStopped, endUnchanged, type OnServer, observePower } from '../steps/power-ends.ts';
import { shutdown } from '../steps/server.ts';

export const serverStop = defineWorkflow<OnServer>({
  kind: 'server.stop',
  failureMessage: 'The server did not stop. Try again, or power it off.',
  steps: [{ name: 'shutdown', run: stopGuest, undo: observePower, attempts: 6, deadlineMs: minutes(4) }],
  finish: endStopped,
  undone: endUnchanged,
});

/**
 * Shuts a guest down. A guest that is off because of a host outage or a crash then counts as stopped on purpose. It is not started again
 * automatically.
 */
export async function stopGuest(cx: StepContext<OnServer>): Promise<undefined | PollAfter> {
  const waits = await shutdown(cx);
  if (waits !== undefined) return waits;
  const machineId = machineIdOf(cx.input.serverId);
  const { power } = await cx.engine.compute.inspect(machineId);
  if (power === 'interrupted' || power === 'crashed') await cx.engine.compute.powerOff(machineId);
  return undefined;
}
