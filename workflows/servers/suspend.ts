/** Disconnects a suspended server and shuts its guest down. The row already has the new status. */

import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow, noUndo, type StepContext } from '../define.ts';
import { endStopped, endUnchanged, type OnServer, observePower } from '../steps/power-ends.ts';
import { stopGuest } from './stop.ts';

type Cx = StepContext<OnServer>;

export const serverSuspend = defineWorkflow<OnServer>({
  kind: 'server.suspend',
  failureMessage: 'The server is suspended but could not be stopped.',
  steps: [
    {
      name: 'disconnect',
      run: disconnect,
      undo: noUndo('that it is suspended has been decided'),
      attempts: 5,
      deadlineMs: minutes(2),
    },
    { name: 'shutdown', run: stopGuest, undo: observePower, attempts: 6, deadlineMs: minutes(4) },
  ],
  finish: endStopped,
  undone: endUnchanged,
});

async function disconnect(cx: Cx): Promise<undefined> {
  await cx.engine.compute.setLink(machineIdOf(cx.input.serverId), false);
}
