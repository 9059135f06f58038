/** Enters and leaves rescue mode: shuts down, switches, and boots. All steps can be undone. */
import type { RescueSeed } from '@innkeeper/db/schema';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { minutes, seconds } from '@innkeeper/model/time/clock';
import type { Step, StepContext } from '../define.ts';
import { undoShutdown } from './power-ends.ts';
import { type OnServer, showBooting, shutdown } from './server.ts';

export interface RescueInput extends OnServer {
  seed: RescueSeed;
  /** `true` if the server was off at the request. A failed workflow leaves it off. */
  wasOff: boolean;
}

type Cx = StepContext<RescueInput>;
type Where = 'rescue' | 'disk';

/** Grace period in milliseconds for a guest that does not answer. Short, because a guest that needs rescue often hangs. */
const UNANSWERED_GRACE_MS = seconds(20);

/** Returns the steps up to the start of the machine from `where`. */
export function bootFrom(where: Where): Step<RescueInput>[] {
  const other = where === 'rescue' ? 'disk' : 'rescue';
  return [
    {
      name: 'shutdown',
      run: (cx) => shutdown(cx, { unansweredGraceMs: UNANSWERED_GRACE_MS }),
      undo: undoShutdown,
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
  const rescueSeed = { ...seed, instanceId: `${machineId}-rescue-${cx.workflowId}`, startupScript: null };
  await cx.engine.compute.setRescue(machineId, where === 'rescue' ? rescueSeed : null);
}

async function boot(cx: Cx): Promise<undefined> {
  await cx.engine.compute.start(machineIdOf(cx.input.serverId));
}

async function powerOff(cx: Cx): Promise<void> {
  await cx.engine.compute.powerOff(machineIdOf(cx.input.serverId));
}
