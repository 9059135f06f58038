import type { Server } from '@innkeeper/db/schema';
import { freeAddresses } from '@innkeeper/db/tables/ip-addresses';
import { releaseCapacity } from '@innkeeper/db/tables/nodes';
import { lockServer, updateServer } from '@innkeeper/db/tables/servers';
import { endUndelivered } from '@innkeeper/db/tables/services';
import { serverLife } from '@innkeeper/model/states/server';
import type { MutatingCx } from '../context.ts';

export interface Release {
  /** `give_up`: it never served. */
  verb: 'give_up' | 'terminate';
  /** A sentence for the customer, kept on the server. */
  reason: string;
}

/**
 * Ends a server: releases its capacity and addresses, and writes the reason to its row. Returns the row as it was before;
 * undefined when the server had ended already.
 */
export async function releaseServer(
  { db, clock }: MutatingCx,
  id: number,
  { verb, reason }: Release,
): Promise<Server | undefined> {
  const now = clock.now();
  // Locks are taken in the order in which a deploy takes them: server, order, balance, addresses, node.
  const server = await lockServer(db, id);
  if (!server || !serverLife.can(server.status, verb)) return undefined;
  await freeAddresses(db, id, now);
  await endUndelivered(db, id, now);
  await releaseCapacity(db, server);
  await updateServer(db, id, {
    status: serverLife.next(server.status, verb),
    power: 'absent',
    status_reason: reason,
    holds_capacity: false,
    ended_at: now,
  });
  return server;
}
