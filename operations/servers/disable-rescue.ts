import type { Server } from '@innkeeper/db/schema';
import { type LoadedServer, loadServer } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '@innkeeper/domain/context';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { isOff } from './enable-rescue.ts';

/** Boots a server in rescue mode from its disk again. Throws `locked`. */
export async function disableServerRescue(cx: MutatingCx, input: { server: Server }): Promise<LoadedServer> {
  const { server } = input;
  const seed = server.rescue_seed ?? { hostname: server.hostname, sshKeys: [], passwordHash: null };
  await startWorkflow(cx, 'server.disable-rescue', server, { seed, wasOff: isOff(server) }, { action: 'disableServerRescue' });
  return loadServer(cx.db, server.id);
}
