/** Checks whether the host of a server has room for a change to another plan. */

import { listRooms } from '@innkeeper/db/tables/nodes';
import { fits, listShortages, type Need } from '@innkeeper/model/servers/capacity';
import type { Customer } from '../actor.ts';
import type { Cx } from '../context.ts';

/** Returns why the host has no room for this additional need, as a sentence. */
export async function explainHostShortage(cx: Cx<Customer>, nodeId: number, more: Need): Promise<string> {
  const room = (await listRooms(cx.db)).find((node) => node.id === nodeId);
  const lacks = room && listShortages(more, room);
  return lacks?.length
    ? `The host of this server does not have enough capacity for this plan: ${lacks.join(', ')}. Choose a smaller plan.`
    : 'The host of this server accepts no larger plan at the moment. Try again later.';
}

/** Returns whether the host currently has room for this additional need. Reserves nothing. */
export async function hostHasRoom(cx: Cx<Customer>, nodeId: number, more: Need): Promise<boolean> {
  if (Object.values(more).every((amount) => amount === 0)) return true;
  const room = (await listRooms(cx.db)).find((node) => node.id === nodeId);
  return room !== undefined && fits(more, room);
}
