/** Powers a server off without waiting for its guest. */

import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow } from '../define.ts';
import { endStopped, endUnchanged, type OnServer, observePower } from '../steps/power-ends.ts';

export const serverPowerOff = defineWorkflow<OnServer>({
  kind: 'server.power-off',
  failureMessage: 'The server could not be powered off. Try again, or contact support.',
  steps: [
    {
      name: 'power-off',
      run: async (cx) => {
        await cx.engine.compute.powerOff(machineIdOf(cx.input.serverId));
        return undefined;
      },
      undo: observePower,
      attempts: 5,
      deadlineMs: minutes(2),
    },
  ],
  finish: endStopped,
  undone: endUnchanged,
});
