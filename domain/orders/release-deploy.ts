/** The end of a deploy that could not be done: nothing is held any longer, the money is back, and the rows say why. */

import { freeAddresses } from '@innkeeper/db/tables/ip-addresses';
import { releaseCapacity } from '@innkeeper/db/tables/nodes';
import { lockServer, updateServer } from '@innkeeper/db/tables/servers';
import { serverLife } from '@innkeeper/model/states/server';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import type { InputOf } from '../workflows/kinds.ts';
import { refundLine } from './refund-line.ts';

/** `reason` is a sentence for the customer; `error` and `step` are for the operator. */
interface Why {
  reason: string;
  error: string;
  step: string;
}

export async function releaseDeploy(cx: MutatingCx, input: InputOf<'server.deploy'>, why: Why): Promise<void> {
  const { db } = cx;
  const now = cx.clock.now();
  // Locks are taken in the order in which a deploy takes them: server, node, addresses, order, ledger.
  const server = await lockServer(db, input.serverId);
  if (!server || !serverLife.can(server.status, 'give_up')) return;
  await releaseCapacity(db, server);
  await freeAddresses(db, server.id, now);
  await updateServer(db, server.id, {
    status: serverLife.next(server.status, 'give_up'),
    power: 'absent',
    status_reason: why.reason,
    holds_capacity: false,
    ended_at: now,
  });
  await refundLine(cx, { orderId: input.orderId, lineId: input.lineId, reason: why.reason });
  const resource = { kind: 'server', id: server.id, accountId: server.account_id };
  await audit(cx, 'server.given-back', resource, { order: input.orderId, step: why.step, error: why.error });
}
