/** What must hold of a server and its host before it is moved to another plan. */

import type { Server } from '@innkeeper/db/schema';
import { listRooms } from '@innkeeper/db/tables/nodes';
import { fits, lacking, type Need } from '@innkeeper/model/capacity';
import { Failure } from '@innkeeper/model/failures';
import type { Customer } from '../actor.ts';
import type { Cx, MutatingCx } from '../context.ts';
import { ownActiveServer } from './own-active.ts';

/** Throws `not_found`, `not_yours`, `locked`, `wrong_state`. */
export async function scalableServer(cx: MutatingCx<Customer>, id: number): Promise<Server> {
  const server = await ownActiveServer(cx, id);
  if (server.rescue) throw new Failure('wrong_state', { message: 'This server is in rescue mode. Leave it first.' });
  return server;
}

/** Why the host has no room for that much more, as a sentence. */
export async function lackOfHost(cx: Cx<Customer>, nodeId: number, more: Need): Promise<string> {
  const room = (await listRooms(cx.db)).find((node) => node.id === nodeId);
  const lacks = room && lacking(more, room);
  return lacks?.length
    ? `The host of this server has not enough room for it: ${lacks.join(', ')} is lacking.`
    : 'The host of this server takes nothing more at the moment.';
}

/** Whether the host has room for that much more now; nothing is held. */
export async function hostHasRoom(cx: Cx<Customer>, nodeId: number, more: Need): Promise<boolean> {
  if (Object.values(more).every((amount) => amount === 0)) return true;
  const room = (await listRooms(cx.db)).find((node) => node.id === nodeId);
  return room !== undefined && fits(more, room);
}
