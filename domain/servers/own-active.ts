import type { Server } from '@innkeeper/db/schema';
import { Failure } from '@innkeeper/model/failures';
import type { ServerStatus } from '@innkeeper/model/states/server';
import type { MutatingCx } from '../context.ts';
import { ownServerToChange } from '../own.ts';

export const NOT_BUILT = 'This server is not running anywhere yet.';

const REFUSALS: Record<Exclude<ServerStatus, 'active'>, string> = {
  awaiting_payment: 'This server is not built yet: its order awaits payment.',
  processing: NOT_BUILT,
  suspended: 'This server is suspended. Renew it to use it again.',
  terminated: 'This server has ended.',
};

/** The caller's server, in service, its row locked. Throws `not_found`, `not_yours`, `locked`, `wrong_state`. */
export async function ownActiveServer(cx: MutatingCx, id: number, over?: number): Promise<Server> {
  const server = await ownServerToChange(cx, id, over);
  if (server.status !== 'active') throw new Failure('wrong_state', { message: REFUSALS[server.status] });
  return server;
}
