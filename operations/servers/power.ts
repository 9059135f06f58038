/** The four power actions; what each does in which state is the table of model/states/server-power.ts. */
import type { Server } from '@innkeeper/db/schema';
import { type LoadedServer, loadServer } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '@innkeeper/domain/context';
import type { Kind } from '@innkeeper/domain/workflows/kinds';
import { start } from '@innkeeper/domain/workflows/start';
import { Failure } from '@innkeeper/model/failures';
import { NOT_BUILT } from '@innkeeper/model/states/requirements';
import { decidePower, type PowerAct, type PowerVerb } from '@innkeeper/model/states/server-power';

const WORKFLOW = {
  boot: 'server.start',
  reboot: 'server.restart',
  shutdown: 'server.stop',
  cut: 'server.power-off',
} as const satisfies Record<Exclude<PowerAct, 'nothing'>, Kind>;

export interface PowerAction {
  server: Server;
  /** The workflow that is ended for it. What the row says of power is then only what that one made of it so far. */
  over?: number | undefined;
}

/** Boots a stopped server. Throws `locked`. */
export const startServer = powerAction('startServer', 'start');

/** Reboots a running server, and starts a stopped one. Throws `locked`. */
export const restartServer = powerAction('restartServer', 'restart');

/** Asks the guest to shut down; it is powered off after a grace period. Throws `locked`. */
export const stopServer = powerAction('stopServer', 'stop');

/**
 * Cuts the power at once. `over`: a start, stop or restart that waits for the guest, or the way into or out of rescue mode while it
 * waits for the guest to shut down; it is ended.
 */
export const powerOffServer = powerAction('powerOffServer', 'power-off');

/** Locks the server and starts the workflow. Without anything to do it answers the server as it is. */
function powerAction(operation: string, verb: PowerVerb): (cx: MutatingCx, action: PowerAction) => Promise<LoadedServer> {
  return async (cx, { server, over }) => {
    const act = over === undefined ? decidePower(server.power, verb) : 'cut';
    if (!act) throw new Failure('wrong_state', { message: NOT_BUILT });
    if (act === 'nothing') return loadServer(cx.db, server.id);
    const ended = over === undefined ? undefined : { workflowId: over, reason: 'The server was powered off.' };
    await start(cx, WORKFLOW[act], server, {}, { action: operation, details: { act }, lock: verb, over: ended });
    return loadServer(cx.db, server.id);
  };
}
