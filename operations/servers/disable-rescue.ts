import { type LoadedServer, loadServer } from '@innkeeper/db/tables/servers';
import { record } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { ownActiveServer } from '@innkeeper/domain/servers/own-active';
import { enqueue } from '@innkeeper/domain/workflows/enqueue';
import { minutes } from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import { isOff } from './enable-rescue.ts';

/** Boots the disk of a server in rescue mode again. Throws `not_found`, `not_yours`, `locked`, `wrong_state`. */
export async function disableServerRescue(cx: MutatingCx, input: { server: number }): Promise<LoadedServer> {
  const server = await ownActiveServer(cx, input.server);
  if (!server.rescue) throw new Failure('wrong_state', { message: 'This server is not in rescue mode.' });
  const seed = server.rescue_seed ?? { hostname: server.hostname, sshKeys: [], passwordHash: null };
  const workflow = await enqueue(cx.db, {
    kind: 'server.disable-rescue',
    accountId: server.account_id,
    input: { serverId: server.id, seed, wasOff: isOff(server) },
    resource: { kind: 'server', id: server.id },
    lockReason: 'disable-rescue',
    lockDeadlineMs: minutes(30),
    now: cx.clock.now(),
  });
  await record(cx, 'disableServerRescue', { kind: 'server', id: server.id }, { workflow });
  return loadServer(cx.db, server.id);
}
