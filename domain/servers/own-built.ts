import type { Server } from '@innkeeper/db/schema';
import { Failure } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';
import { NOT_BUILT, ownActiveServer } from './own-active.ts';

/** The caller's server, in service and with a disk, its row locked. Throws `not_found`, `not_yours`, `locked`, `wrong_state`. */
export async function ownBuiltServer(cx: MutatingCx, id: number): Promise<Server> {
  const server = await ownActiveServer(cx, id);
  if (server.power === 'absent') throw new Failure('wrong_state', { message: NOT_BUILT });
  return server;
}
