/**
 * Asks a guest to shut down, again and again, since a guest that is still booting loses the press; when its grace is over
 * the plug is pulled.
 */
import { minutes, seconds } from '@innkeeper/model/clock';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { type Again, again, defineWorkflow, type StepContext } from './define.ts';
import { endAsSeen, endStopped, type OnServer, seeWhatRuns } from './power-ends.ts';

const ASK_AGAIN_MS = seconds(4);
const LOOK_AGAIN_MS = 300;

export const serverStop = defineWorkflow<OnServer>({
  kind: 'server.stop',
  apology: 'The server did not stop. Please try again, or power it off.',
  steps: [{ name: 'shutdown', run: shutdown, undo: seeWhatRuns, attempts: 6, deadlineMs: minutes(4) }],
  finish: endStopped,
  undone: endAsSeen,
});

async function shutdown(cx: StepContext<OnServer>): Promise<undefined | Again> {
  const machineId = machineIdOf(cx.input.serverId);
  const { power } = await cx.engine.compute.inspect(machineId);
  if (power !== 'running') return undefined;
  if (cx.elapsed > cx.settings.shutdownGraceMs) {
    await cx.engine.compute.powerOff(machineId);
    return again(LOOK_AGAIN_MS);
  }
  if (cx.elapsed % ASK_AGAIN_MS < LOOK_AGAIN_MS * 2) await cx.engine.compute.requestShutdown(machineId);
  return again(LOOK_AGAIN_MS);
}
