/** Shuts a server down. */
import { minutes } from '@innkeeper/model/clock';
import { defineWorkflow } from './define.ts';
import { endAsSeen, endStopped, type OnServer, seeWhatRuns } from './power-ends.ts';
import { shutdown } from './server-steps.ts';

export const serverStop = defineWorkflow<OnServer>({
  kind: 'server.stop',
  apology: 'The server did not stop. Please try again, or power it off.',
  steps: [{ name: 'shutdown', run: shutdown, undo: seeWhatRuns, attempts: 6, deadlineMs: minutes(4) }],
  finish: endStopped,
  undone: endAsSeen,
});
