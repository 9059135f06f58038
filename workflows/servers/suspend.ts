/** Takes a server out of service: its guest shuts down, and its cable is pulled. Its status has changed already. */
import { minutes } from '@innkeeper/model/clock';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { type Again, defineWorkflow, noUndo, type StepContext } from '../define.ts';
import { endAsSeen, endStopped, type OnServer, observePower } from '../steps/power-ends.ts';
import { shutdown } from '../steps/server.ts';

type Cx = StepContext<OnServer>;

export const serverSuspend = defineWorkflow<OnServer>({
  kind: 'server.suspend',
  failureMessage: 'The server is suspended, but could not be switched off.',
  steps: [
    {
      name: 'disconnect',
      run: disconnect,
      undo: noUndo('that it is suspended has been decided'),
      attempts: 5,
      deadlineMs: minutes(2),
    },
    { name: 'shutdown', run: shutDown, undo: observePower, attempts: 6, deadlineMs: minutes(4) },
  ],
  finish: endStopped,
  undone: endAsSeen,
});

async function disconnect(cx: Cx): Promise<undefined> {
  await cx.engine.compute.setLink(machineIdOf(cx.input.serverId), false);
}

/** One that is off since its host went down, or that crashed, is off by will from here on: nobody starts it again. */
async function shutDown(cx: Cx): Promise<undefined | Again> {
  const waits = await shutdown(cx);
  if (waits !== undefined) return waits;
  const machineId = machineIdOf(cx.input.serverId);
  const { power } = await cx.engine.compute.inspect(machineId);
  if (power === 'interrupted' || power === 'crashed') await cx.engine.compute.powerOff(machineId);
  return undefined;
}
