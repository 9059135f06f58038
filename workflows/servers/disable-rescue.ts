/**
 * Boots a server from its own disk again. If the guest does not answer, its owner has to repair it at the console or in rescue mode. It
 * keeps running and is shown as unreachable.
 */
import { updateServer } from '@innkeeper/db/tables/servers';
import { minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow, type PollAfter, type StepContext } from '../define.ts';
import { endUnchanged } from '../steps/power-ends.ts';
import { bootFrom, type RescueInput } from '../steps/rescue.ts';
import { waitForBoot } from '../steps/server.ts';

/** Time limit for the guest to answer. A Debian guest takes up to 45 s under software emulation, and may check a repaired disk first. */
const WAIT_LIMIT_MS = minutes(5);

export const serverDisableRescue = defineWorkflow<RescueInput>({
  kind: 'server.disable-rescue',
  failureMessage: 'The server could not be booted from its disk and is still in rescue mode. Try again, or contact support.',
  steps: [
    ...bootFrom('disk'),
    { name: 'wait', run: answerInTime, undo: { why: 'it only looks' }, attempts: 20, deadlineMs: minutes(10) },
  ],
  finish: ({ db, input, memory }) =>
    updateServer(db, input.serverId, {
      rescue: false,
      rescue_seed: null,
      seed_waits: [],
      power: memory.wait === false ? 'unreachable' : 'running',
      boot_id: typeof memory.wait === 'string' ? memory.wait : null,
    }),
  undone: endUnchanged,
});

async function answerInTime(cx: StepContext<RescueInput>): Promise<string | false | null | PollAfter> {
  return cx.elapsed > WAIT_LIMIT_MS ? false : waitForBoot(cx, { rescue: false });
}
