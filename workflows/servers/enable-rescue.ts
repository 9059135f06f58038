/** Boots the rescue system with the disk of the server attached. */
import { updateServer } from '@innkeeper/db/tables/servers';
import { minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow } from '../define.ts';
import { endUnchanged } from '../steps/power-ends.ts';
import { bootFrom, type RescueInput } from '../steps/rescue.ts';
import { waitForBoot } from '../steps/server.ts';

export const serverEnableRescue = defineWorkflow<RescueInput>({
  kind: 'server.enable-rescue',
  failureMessage: 'The rescue system did not start. If the server was running before, it was booted from its disk again.',
  steps: [
    ...bootFrom('rescue'),
    {
      name: 'wait',
      run: (cx) => waitForBoot(cx, { rescue: true }),
      undo: { why: 'it only looks' },
      attempts: 20,
      deadlineMs: minutes(10),
    },
  ],
  finish: ({ db, input, memory }) =>
    updateServer(db, input.serverId, {
      rescue: true,
      rescue_seed: JSON.stringify(input.seed),
      power: 'running',
      boot_id: typeof memory.wait === 'string' ? memory.wait : null,
    }),
  undone: endUnchanged,
});
