import type { Server } from '@innkeeper/db/schema';
import { type LoadedServer, loadServer, updateServer } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '@innkeeper/domain/context';
import { startWorkflow } from '@innkeeper/domain/workflows/start';

/**
 * Renames a server. The guest gets the name at once if its agent responds, otherwise at the next boot. `reboot` reboots a running guest
 * afterwards. Throws `locked`.
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
  await startWorkflow(
    cx,
    'server.set-hostname',
    server,
    { hostname, before, reboot },
    { action: 'updateServerHostname', details: { before, hostname, reboot } },
  );
  return loadServer(cx.db, id);
}
