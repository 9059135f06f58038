/**
 * Restarts a server after an outage of its host during a long workflow. The watch cannot restart the server, because the workflow locks it.
 * Without this step, the server would stay off until the end of the workflow.
 */
import { updateServer } from '@innkeeper/db/tables/servers';
import { audit } from '@innkeeper/domain/audit';
import { transact } from '@innkeeper/domain/context';
import { countBoots, HOST_RESTART_REASON, maxConcurrentBoots } from '@innkeeper/domain/servers/boots';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { minutes, seconds } from '@innkeeper/model/time/clock';
import { PollAfter, pollAfter, type StepContext } from '../define.ts';
import { booted } from './power-ends.ts';
import { type OnServer, waitForGuest } from './server.ts';

/** Time in milliseconds after which the workflow continues even if the guest does not answer. */
const BOOT_MS = minutes(10);

/**
 * Restarts the server if an outage interrupted it, and waits for its boot. Returns `undefined` if the step can go on. Each long step must
 * call this function first.
 */
export async function restartAfterOutage(cx: StepContext<OnServer>): Promise<undefined | PollAfter> {
  const { serverId } = cx.input;
  const server = await cx.db
    .selectFrom('servers')
    .select(['account_id', 'node_id', 'status', 'power', 'updated_at'])
    .where('id', '=', serverId)
    .executeTakeFirst();
  if (server?.status !== 'active') return undefined;
  if (server.power === 'booting') {
    const answer = await waitForGuest(cx);
    if (answer instanceof PollAfter) return cx.clock.now().getTime() - server.updated_at.getTime() < BOOT_MS ? answer : undefined;
    await updateServer(cx.db, serverId, booted(answer));
    return undefined;
  }
  if (server.power === 'stopped' || server.power === 'crashed') return undefined;
  const machineId = machineIdOf(serverId);
  if ((await cx.engine.compute.inspect(machineId)).power !== 'interrupted') return undefined;
  cx.log.info({ server: serverId }, 'a server whose host went down is started again during a workflow');
  // If the worker dies before the engine starts the machine, the next worker finds a booting server whose machine is off, and starts it
  // (`waitForGuest`).
  const begun = await transact(cx, async (mine) => {
    if (
      (await countBoots(mine.db, cx.clock.now(), { lockReason: HOST_RESTART_REASON, nodeId: server.node_id })) >=
      maxConcurrentBoots(cx.settings)
    )
      return false;
    await updateServer(mine.db, serverId, { power: 'booting' });
    await audit(mine, 'server.start-after-host', { kind: 'server', id: serverId });
    return true;
  });
  if (!begun) return pollAfter(seconds(0.5));
  await cx.engine.compute.start(machineId);
  return pollAfter(seconds(0.3));
}
