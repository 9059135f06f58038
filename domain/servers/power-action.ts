/** The four power buttons differ in one word; what they do in which state stands in model/states/server-power.ts. */
import { type LoadedServer, loadServer } from '@innkeeper/db/tables/servers';
import { minutes } from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import { decidePower, type PowerAct, type PowerVerb } from '@innkeeper/model/states/server-power';
import { record } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { enqueue } from '../workflows/enqueue.ts';
import type { PowerWorkflow } from '../workflows/inputs.ts';
import { NOT_BUILT, ownActiveServer } from './own-active.ts';

const WORKFLOW: Record<Exclude<PowerAct, 'nothing'>, PowerWorkflow> = {
  boot: 'server.start',
  reboot: 'server.restart',
  shutdown: 'server.stop',
  cut: 'server.power-off',
};

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
    const workflowId = await enqueue(cx.db, {
      kind: WORKFLOW[act],
      accountId: server.account_id,
      input: { serverId: id },
      resource: { kind: 'server', id },
      lockReason: verb,
      lockDeadlineMs: minutes(15),
      over: over === undefined ? undefined : { workflowId: over, reason: 'The server was powered off.' },
      now: cx.clock.now(),
    });
    await record(cx, operation, { kind: 'server', id }, { act, workflow: workflowId, ...(over === undefined ? {} : { over }) });
  }
  return loadServer(cx.db, id);
}
