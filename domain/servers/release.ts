import type { Server } from '@innkeeper/db/schema';
import { freeAddresses } from '@innkeeper/db/tables/ip-addresses';
import { releaseCapacity } from '@innkeeper/db/tables/nodes';
import { lockServer, updateServer } from '@innkeeper/db/tables/servers';
import { endUndelivered } from '@innkeeper/db/tables/services';
import { serviceLifecycle } from '@innkeeper/model/states/server';
import type { MutatingCx } from '../context.ts';
import type { Release } from '../services/hooks.ts';

/**
 * Ends a server: releases its capacity and addresses, and stores the reason. Returns the previous row, or `undefined` if the server had
 * already ended.
 */
export async function releaseServer(
  { db, clock }: MutatingCx,
  id: number,
  { verb, reason }: Release,
): Promise<Server | undefined> {
  const now = clock.now();
  // The lock order is that of a deploy: server, order, balance, addresses, node.
  const server = await lockServer(db, id);
  if (!server || !serviceLifecycle.can(server.status, verb)) return undefined;
  await freeAddresses(db, id, now);
  await endUndelivered(db, id, now);
  await releaseCapacity(db, server);
  await updateServer(db, id, {
    status: serviceLifecycle.next(server.status, verb),
    power: 'absent',
    status_reason: reason,
    holds_capacity: false,
    ended_at: now,
  });
  return server;
}
