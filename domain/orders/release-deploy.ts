/** The end of a deploy that could not be done: nothing is held any longer, the money is back, and the rows say why. */

import type { Database } from '@innkeeper/db/schema';
import { audit } from '@innkeeper/db/tables/audit';
import { freeAddresses } from '@innkeeper/db/tables/ip-addresses';
import { releaseCapacity } from '@innkeeper/db/tables/nodes';
import { lockServer, updateServer } from '@innkeeper/db/tables/servers';
import type { Clock } from '@innkeeper/model/clock';
import { serverLife } from '@innkeeper/model/states/server';
import type { Transaction } from 'kysely';
import type { InputOf } from '../workflows/kinds.ts';
import { refundLine } from './refund-line.ts';

interface Cx {
  readonly trx: Transaction<Database>;
  readonly clock: Clock;
  readonly workflowId: number;
  readonly input: InputOf<'server.deploy'>;
}

/** `reason` is a sentence for the customer; `error` and `step` are for the operator. */
interface Why {
  reason: string;
  error: string;
  step: string;
}

export async function releaseDeploy(cx: Cx, why: Why): Promise<void> {
  const { trx, input } = cx;
  const now = cx.clock.now();
  // Locks are taken in the order in which a deploy takes them: server, node, addresses, order, ledger.
  const server = await lockServer(trx, input.serverId);
  if (!server || !serverLife.can(server.status, 'give_up')) return;
  await releaseCapacity(trx, server);
  await freeAddresses(trx, server.id, now);
  await updateServer(trx, server.id, {
    status: serverLife.next(server.status, 'give_up'),
    power: 'absent',
    status_reason: why.reason,
    holds_capacity: false,
    ended_at: now,
  });
  await refundLine(trx, { orderId: input.orderId, lineId: input.lineId, reason: why.reason, now });
  await audit(trx, {
    accountId: server.account_id,
    actor: `workflow:${cx.workflowId}`,
    action: 'server.given-back',
    resource: { kind: 'server', id: server.id },
    details: { order: input.orderId, step: why.step, error: why.error },
  });
}
