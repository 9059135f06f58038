/** The four power operations differ in one word; what they do in which state stands in model/states/server-power.ts. */
import type { Server } from '@innkeeper/db/schema';
import { type LoadedServer, loadServer } from '@innkeeper/db/tables/servers';
import { Failure } from '@innkeeper/model/failures';
import { NOT_BUILT } from '@innkeeper/model/states/requirements';
import { decidePower, type PowerAct, type PowerVerb } from '@innkeeper/model/states/server-power';
import type { MutatingCx } from '../context.ts';
import type { Kind } from '../workflows/kinds.ts';
import { start } from '../workflows/start.ts';

const WORKFLOW = {
  boot: 'server.start',
  reboot: 'server.restart',
  shutdown: 'server.stop',
  cut: 'server.power-off',
} as const satisfies Record<Exclude<PowerAct, 'nothing'>, Kind>;

export interface PowerAction {
  verb: PowerVerb;
  operation: string;
  /** The workflow that is ended for it. What the row says of power is then only what that one made of it so far. */
  over?: number | undefined;
}

/** Locks the server, which the caller has locked the row of, and starts the workflow. Without anything to do it answers the server as it is. */
export async function powerAction(cx: MutatingCx, server: Server, { verb, operation, over }: PowerAction): Promise<LoadedServer> {
  const act = over === undefined ? decidePower(server.power, verb) : 'cut';
  if (!act) throw new Failure('wrong_state', { message: NOT_BUILT });
  if (act !== 'nothing') {
    await start(
      cx,
      WORKFLOW[act],
      server,
      {},
      {
        action: operation,
        details: { act },
        lock: verb,
        over: over === undefined ? undefined : { workflowId: over, reason: 'The server was powered off.' },
      },
    );
  }
  return loadServer(cx.db, server.id);
}
