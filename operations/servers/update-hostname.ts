import { type LoadedServer, loadServer, updateServer } from '@innkeeper/db/tables/servers';
import { record } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { ownActiveServer } from '@innkeeper/domain/servers/own-active';
import { enqueue } from '@innkeeper/domain/workflows/enqueue';
import { minutes } from '@innkeeper/model/clock';

/**
 * Renames a server: here at once, in its guest at once when the agent answers, else at its next boot. `reboot` reboots a
 * guest that runs afterwards. Throws `not_found`, `not_yours`, `locked`, `wrong_state`.
 */
export async function updateServerHostname(
  cx: MutatingCx,
  input: { server: number; hostname: string; reboot: boolean },
): Promise<LoadedServer> {
  const { id, account_id: accountId, hostname: before, rescue } = await ownActiveServer(cx, input.server);
  const { hostname } = input;
  const reboot = input.reboot && !rescue;
  await updateServer(cx.db, id, { hostname });
  const workflow = await enqueue(cx.db, {
    kind: 'server.set-hostname',
    accountId,
    input: { serverId: id, hostname, before, reboot },
    resource: { kind: 'server', id },
    lockReason: 'set-hostname',
    lockDeadlineMs: minutes(20),
    now: cx.clock.now(),
  });
  await record(cx, 'updateServerHostname', { kind: 'server', id }, { workflow, before, hostname, reboot });
  return loadServer(cx.db, id);
}
