/** The four power actions. model/states/server-power.ts defines their effect in each state. */
import type { Server } from '@innkeeper/db/schema';
import { loadServer } from '@innkeeper/db/tables/servers';
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import type { Kind } from '@innkeeper/domain/workflows/kinds';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { Failure } from '@innkeeper/model/failures';
import { DISK_LOST } from '@innkeeper/model/states/requirements';
import { decidePower, type PowerAct, type PowerVerb } from '@innkeeper/model/states/server-power';
import { presentServer } from '@innkeeper/present/server';
import type { Reply } from '../define.ts';

const WORKFLOW = {
  boot: 'server.start',
  reboot: 'server.restart',
  shutdown: 'server.stop',
  cut: 'server.power-off',
} as const satisfies Record<Exclude<PowerAct, 'nothing'>, Kind>;

interface PowerAction {
  server: Server;
  /**
   * Id of a workflow to end first, or `undefined`. With an id, the power is cut whatever the stored state is, because that state shows only
   * the progress of the workflow.
   */
  supersededWorkflowId?: number | undefined;
}

/** Boots a stopped server. Throws `locked`, and `wrong_state` for a server that is not built. */
export const startServer = powerAction('startServer', 'start');

/** Reboots a running server and starts a stopped one. Throws `locked`, and `wrong_state` for a server that is not built. */
export const restartServer = powerAction('restartServer', 'restart');

/**
 * Asks the guest to shut down, and powers it off after a grace period. Throws `locked`, and `wrong_state` for a server that is not built.
 */
export const stopServer = powerAction('stopServer', 'stop');

/**
 * Cuts the power at once. First ends the workflow `supersededWorkflowId`, which waits for the guest. It is a start, stop, restart or change
 * of rescue mode.
 */
export const powerOffServer = powerAction('powerOffServer', 'power-off');

/**
 * Returns a power action that locks the server and starts the workflow. If there is nothing to do, the action returns the unchanged server.
 */
function powerAction(
  operation: string,
  verb: PowerVerb,
): (cx: MutatingCx<Customer>, action: PowerAction) => Promise<Reply<'startServer'>> {
  return async (cx, { server, supersededWorkflowId }) => {
    const act = supersededWorkflowId === undefined ? decidePower(server.power, verb) : 'cut';
    if (!act) throw new Failure('wrong_state', { message: DISK_LOST });
    if (act === 'nothing') return presentServer(await loadServer(cx.db, server.id), cx.actor.taxRate);
    const ended =
      supersededWorkflowId === undefined
        ? undefined
        : { workflowId: supersededWorkflowId, reason: 'The server was powered off.' };
    await startWorkflow(cx, WORKFLOW[act], server, {}, { action: operation, details: { act }, lock: verb, supersedes: ended });
    return presentServer(await loadServer(cx.db, server.id), cx.actor.taxRate);
  };
}
