/** Reboots a running server. */
import { minutes } from '@innkeeper/model/clock';
import { defineWorkflow } from '../define.ts';
import { endAsSeen, endRunning, type OnServer, seeWhatRuns } from '../steps/power-ends.ts';
import { answerAnew, note, press } from '../steps/reboot.ts';
import { ownGuest } from '../steps/server.ts';

export const serverRestart = defineWorkflow<OnServer>({
  kind: 'server.restart',
  apology: 'The server did not come back from its restart. Please try again, or ask for help.',
  steps: [
    { name: 'note', run: note, undo: { why: 'it only looks' }, attempts: 5, deadlineMs: minutes(1) },
    { name: 'press', run: press, undo: seeWhatRuns, attempts: 4, deadlineMs: minutes(5) },
    { name: 'answer', run: answerAnew, undo: { why: 'it only looks' }, ...ownGuest, attempts: 20, deadlineMs: minutes(10) },
  ],
  finish: endRunning,
  undone: endAsSeen,
});
