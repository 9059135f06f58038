/**
 * For long workflows during which the server keeps running: after an outage of its host it is started at once, not at their end.
 * The watch leaves it alone, since it is locked.
 */
import { updateServer } from '@innkeeper/db/tables/servers';
import { audit } from '@innkeeper/domain/audit';
import { transact } from '@innkeeper/domain/context';
import { AFTER_HOST, bootsAtOnce, countBoots } from '@innkeeper/domain/servers/boots';
import { minutes, seconds } from '@innkeeper/model/clock';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { Again, again, type StepContext } from '../define.ts';
import { booted } from './power-ends.ts';
import { type OnServer, waitForGuest } from './server.ts';

/** After so long the workflow goes on, whether the guest answers or not. */
const BOOT_MS = minutes(10);

/** To be called first in each long step. Normally there is nothing to do. */
export async function restartAfterOutage(cx: StepContext<OnServer>): Promise<undefined | Again> {
  const { serverId } = cx.input;
  const server = await cx.db
    .selectFrom('servers')
    .select(['account_id', 'node_id', 'status', 'power', 'updated_at'])
    .where('id', '=', serverId)
    .executeTakeFirst();
  if (server?.status !== 'active') return undefined;
  if (server.power === 'booting') {
    const answer = await waitForGuest(cx);
    if (answer instanceof Again) return cx.clock.now().getTime() - server.updated_at.getTime() < BOOT_MS ? answer : undefined;
    await updateServer(cx.db, serverId, booted(answer));
    return undefined;
  }
  if (server.power === 'stopped' || server.power === 'crashed') return undefined;
  const machineId = machineIdOf(serverId);
  if ((await cx.engine.compute.inspect(machineId)).power !== 'interrupted') return undefined;
  cx.log.info({ server: serverId }, 'a server whose host went down is started again during a workflow');
  // If the worker dies before the start, the next look finds the server booting and off, and starts it.
  const begun = await transact(cx, async (mine) => {
    if (
      (await countBoots(mine.db, cx.clock.now(), { lockReason: AFTER_HOST, nodeId: server.node_id })) >= bootsAtOnce(cx.settings)
    )
      return false;
    await updateServer(mine.db, serverId, { power: 'booting' });
    await audit(mine, 'server.start-after-host', { kind: 'server', id: serverId });
    return true;
  });
  if (!begun) return again(seconds(0.5));
  await cx.engine.compute.start(machineId);
  return again(seconds(0.3));
}
