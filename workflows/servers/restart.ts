/** Reboots a running server. */
import { minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow } from '../define.ts';
import { endRunning, endUnchanged, type OnServer, observePower } from '../steps/power-ends.ts';
import { readBootId, reboot, waitForNewBoot } from '../steps/reboot.ts';
import { ownGuest } from '../steps/server.ts';

export const serverRestart = defineWorkflow<OnServer>({
  kind: 'server.restart',
  failureMessage: 'The server did not answer after its restart. Check its console, or contact support.',
  steps: [
    { name: 'inspect', run: readBootId, undo: { why: 'it only looks' }, attempts: 5, deadlineMs: minutes(1) },
    { name: 'reboot', run: reboot, undo: observePower, attempts: 4, deadlineMs: minutes(5) },
    { name: 'wait', run: waitForNewBoot, undo: { why: 'it only looks' }, ...ownGuest, attempts: 20, deadlineMs: minutes(10) },
  ],
  finish: endRunning,
  undone: endUnchanged,
});
