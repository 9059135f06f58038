import { type LoadedServer, loadServer } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '@innkeeper/domain/context';
import { ownActiveServer } from '@innkeeper/domain/servers/own-active';
import { start } from '@innkeeper/domain/workflows/start';
import { Failure } from '@innkeeper/model/failures';
import { isOff } from './enable-rescue.ts';

/** Boots the disk of a server in rescue mode again. Throws `not_found`, `not_yours`, `locked`, `wrong_state`. */
export async function disableServerRescue(cx: MutatingCx, input: { server: number }): Promise<LoadedServer> {
  const server = await ownActiveServer(cx, input.server);
  if (!server.rescue) throw new Failure('wrong_state', { message: 'This server is not in rescue mode.' });
  const seed = server.rescue_seed ?? { hostname: server.hostname, sshKeys: [], passwordHash: null };
  await start(cx, 'server.disable-rescue', server, { seed, wasOff: isOff(server) }, { action: 'disableServerRescue' });
  return loadServer(cx.db, server.id);
}
