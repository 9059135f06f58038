/** Resumes a suspended server: connects it to the network and starts it. Its status has already changed. */

import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow, noUndo, type StepContext } from '../define.ts';
import { endRunning, endUnchanged, type OnServer } from '../steps/power-ends.ts';
import { startSteps } from './start.ts';

export const serverResume = defineWorkflow<OnServer>({
  kind: 'server.resume',
  failureMessage: 'The server is active again, but did not start. Start it, or contact support.',
  steps: [
    {
      name: 'connect',
      run: connect,
      undo: noUndo('that it is in service again has been decided'),
      attempts: 5,
      deadlineMs: minutes(2),
    },
    ...startSteps,
  ],
  finish: endRunning,
  undone: endUnchanged,
});

/** Connects the server. A server that has used up its traffic stays disconnected until that ends (jobs/limit-bandwidth.ts). */
async function connect(cx: StepContext<OnServer>): Promise<undefined> {
  const { network_suspended } = await cx.db
    .selectFrom('server_details')
    .select('network_suspended')
    .where('id', '=', cx.input.serverId)
    .executeTakeFirstOrThrow();
  await cx.engine.compute.setLink(machineIdOf(cx.input.serverId), !network_suspended);
}
