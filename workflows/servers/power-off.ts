/** Pulls a server's plug. */
import { minutes } from '@innkeeper/model/clock';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { defineWorkflow } from '../define.ts';
import { endAsSeen, endStopped, type OnServer, seeWhatRuns } from '../steps/power-ends.ts';

export const serverPowerOff = defineWorkflow<OnServer>({
  kind: 'server.power-off',
  apology: 'The server could not be powered off. Please try again, or ask for help.',
  steps: [
    {
      name: 'cut',
      run: async (cx) => {
        await cx.engine.compute.powerOff(machineIdOf(cx.input.serverId));
        return undefined;
      },
      undo: seeWhatRuns,
      attempts: 5,
      deadlineMs: minutes(2),
    },
  ],
  finish: endStopped,
  undone: endAsSeen,
});
