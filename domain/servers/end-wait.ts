import { holdLock } from '@innkeeper/db/tables/locks';
import { type GuestWait, mayEndWait } from '@innkeeper/model/states/guest-waits';
import type { MutatingCx } from '../context.ts';
import { ownServer } from './own-server.ts';

/**
 * The workflow that holds the server, if all that it does is one of these waits; undefined when nothing does, or something
 * that must not be ended. To be asked before the server's row is locked: a workflow that ends locks its own row first, too.
 * Throws `not_found`, `not_yours`.
 */
export async function waitToEnd(cx: MutatingCx, serverId: number, waits: readonly GuestWait[]): Promise<number | undefined> {
  await ownServer(cx, serverId);
  const held = await holdLock(cx.db, 'server', serverId);
  const wait = waits.find((one) => one === held?.reason);
  return held && wait && mayEndWait(wait, held.begun) ? held.workflowId : undefined;
}
