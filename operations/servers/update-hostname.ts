import { type LoadedServer, loadServer, updateServer } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '@innkeeper/domain/context';
import { ownActiveServer } from '@innkeeper/domain/servers/own-active';
import { start } from '@innkeeper/domain/workflows/start';

/**
 * Renames a server: here at once, in its guest at once when the agent answers, else at its next boot. `reboot` reboots a
 * guest that runs afterwards. Throws `not_found`, `not_yours`, `locked`, `wrong_state`.
 */
export async function updateServerHostname(
  cx: MutatingCx,
  input: { server: number; hostname: string; reboot: boolean },
): Promise<LoadedServer> {
  const server = await ownActiveServer(cx, input.server);
  const { id, hostname: before, rescue } = server;
  const { hostname } = input;
  const reboot = input.reboot && !rescue;
  await updateServer(cx.db, id, { hostname });
  await start(
    cx,
    'server.set-hostname',
    server,
    { hostname, before, reboot },
    { action: 'updateServerHostname', details: { before, hostname, reboot } },
  );
  return loadServer(cx.db, id);
}
