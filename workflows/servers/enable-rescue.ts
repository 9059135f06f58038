/** Boots the rescue system with the disk of the server attached. */
import { updateServer } from '@innkeeper/db/tables/servers';
import { minutes } from '@innkeeper/model/clock';
import { defineWorkflow } from '../define.ts';
import { endAsSeen } from '../steps/power-ends.ts';
import { bootFrom, type RescueInput } from '../steps/rescue.ts';
import { guestAnswers } from '../steps/server.ts';

export const serverEnableRescue = defineWorkflow<RescueInput>({
  kind: 'server.enable-rescue',
  apology: 'The rescue system did not start. The server was booted from its disk again, if it ran before.',
  steps: [
    ...bootFrom('rescue'),
    { name: 'answer', run: guestAnswers, undo: { why: 'it only looks' }, attempts: 20, deadlineMs: minutes(10) },
  ],
  finish: ({ db, input, memory }) =>
    updateServer(db, input.serverId, {
      rescue: true,
      rescue_seed: JSON.stringify(input.seed),
      power: 'running',
      boot_id: typeof memory.answer === 'string' ? memory.answer : null,
    }),
  undone: endAsSeen,
});
