/** Whether the host of a server has room for it to be moved to another plan. */

import { listRooms } from '@innkeeper/db/tables/nodes';
import { fits, lacking, type Need } from '@innkeeper/model/capacity';
import type { Customer } from '../actor.ts';
import type { Cx } from '../context.ts';

/** Why the host has no room for that much more, as a sentence. */
export async function lackOfHost(cx: Cx<Customer>, nodeId: number, more: Need): Promise<string> {
  const room = (await listRooms(cx.db)).find((node) => node.id === nodeId);
  const lacks = room && lacking(more, room);
  return lacks?.length
    ? `The host of this server does not have enough capacity for this plan: ${lacks.join(', ')}. Choose a smaller plan.`
    : 'The host of this server accepts no larger plan at the moment. Try again later.';
}

/** Whether the host has room for that much more now; nothing is held. */
export async function hostHasRoom(cx: Cx<Customer>, nodeId: number, more: Need): Promise<boolean> {
  if (Object.values(more).every((amount) => amount === 0)) return true;
  const room = (await listRooms(cx.db)).find((node) => node.id === nodeId);
  return room !== undefined && fits(more, room);
}
