import type { Server } from '@innkeeper/db/schema';
import { Failure } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';
import { ownBuiltServer } from './own-built.ts';

/** As `ownBuiltServer`, and its disk may be replaced: a rescue system may be at work on it. */
export async function ownReplaceableDisk(cx: MutatingCx, id: number): Promise<Server> {
  const server = await ownBuiltServer(cx, id);
  if (server.rescue) throw new Failure('wrong_state', { message: 'This server is in rescue mode. Leave it first.' });
  return server;
}
