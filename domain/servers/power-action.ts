/** The four power buttons differ in one word; what they do in which state stands in model/states/server-power.ts. */
import { type LoadedServer, loadServer } from '@innkeeper/db/tables/servers';
import { Failure } from '@innkeeper/model/failures';
import { decidePower, type PowerAct, type PowerVerb } from '@innkeeper/model/states/server-power';
import type { MutatingCx } from '../context.ts';
import type { Kind } from '../workflows/kinds.ts';
import { start } from '../workflows/start.ts';
import { NOT_BUILT, ownActiveServer } from './own-active.ts';

const WORKFLOW = {
  boot: 'server.start',
  reboot: 'server.restart',
  shutdown: 'server.stop',
  cut: 'server.power-off',
} as const satisfies Record<Exclude<PowerAct, 'nothing'>, Kind>;

export interface Press {
  verb: PowerVerb;
  operation: string;
  /** The workflow that is ended for it. What the row says of power is then only what that one made of it so far. */
  over?: number | undefined;
}

/** Locks an active server and hands the act over. A button that has nothing to do answers the server as it is. */
export async function pressPower(cx: MutatingCx, id: number, { verb, operation, over }: Press): Promise<LoadedServer> {
  const server = await ownActiveServer(cx, id, over);
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
  return loadServer(cx.db, id);
}
