import type { Server } from '@innkeeper/db/schema';
import { type LoadedServer, loadServer, updateServer } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '@innkeeper/domain/context';
import { start } from '@innkeeper/domain/workflows/start';

/**
 * Renames a server: here at once, in its guest at once when the agent answers, else at its next boot. `reboot` reboots a
 * guest that runs afterwards. Throws `locked`.
 */
export async function updateServerHostname(
  cx: MutatingCx,
  input: { server: Server; hostname: string; reboot: boolean },
): Promise<LoadedServer> {
  const { server } = input;
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
