/** Enters and leaves rescue mode: shuts down, switches, and boots. All steps can be undone. */
import type { RescueSeed } from '@innkeeper/db/schema';
import { minutes, seconds } from '@innkeeper/model/clock';
import { machineIdOf } from '@innkeeper/model/machine-names';
import type { Step, StepContext } from '../define.ts';
import { startAgain } from './power-ends.ts';
import { type OnServer, showBooting, shutdown } from './server.ts';

export interface RescueInput extends OnServer {
  seed: RescueSeed;
  /** The server was off when it was ordered, and stays so when it can't be done. */
  wasOff: boolean;
}

type Cx = StepContext<RescueInput>;
type Where = 'rescue' | 'disk';

/** Who wants the rescue system often has a guest that hangs: one that does not answer gets no longer than this to shut down. */
const UNANSWERED_GRACE_MS = seconds(20);

/** Everything until the machine has been started from there. */
export function bootFrom(where: Where): Step<RescueInput>[] {
  const other = where === 'rescue' ? 'disk' : 'rescue';
  return [
    {
      name: 'shutdown',
      run: (cx) => shutdown(cx, { unansweredGraceMs: UNANSWERED_GRACE_MS }),
      undo: startAgain,
      attempts: 6,
      deadlineMs: minutes(4),
    },
    {
      name: 'switch',
      run: (cx) => switchTo(cx, where),
      undo: async (cx) => void (await switchTo(cx, other)),
      attempts: 5,
      deadlineMs: minutes(2),
    },
    { name: 'boot', run: boot, undo: powerOff, ...showBooting, attempts: 4, deadlineMs: minutes(3) },
  ];
}

async function switchTo(cx: Cx, where: Where): Promise<undefined> {
  const { serverId, seed } = cx.input;
  const machineId = machineIdOf(serverId);
  const told = { ...seed, instanceId: `${machineId}-rescue-${cx.workflowId}`, startupScript: null };
  await cx.engine.compute.setRescue(machineId, where === 'rescue' ? told : null);
}

async function boot(cx: Cx): Promise<undefined> {
  await cx.engine.compute.start(machineIdOf(cx.input.serverId));
}

async function powerOff(cx: Cx): Promise<void> {
  await cx.engine.compute.powerOff(machineIdOf(cx.input.serverId));
}
