/** The end of a deploy that could not be done: nothing is held any longer, the money is back, and the rows say why. */
import { refund } from '@innkeeper/db/ledger';
import { audit } from '@innkeeper/db/tables/audit';
import { freeAddresses } from '@innkeeper/db/tables/ip-addresses';
import { giveBackCapacity } from '@innkeeper/db/tables/nodes';
import { linesOf, lockOrder, markLineRefunded, updateOrder } from '@innkeeper/db/tables/orders';
import { lockServer, updateServer } from '@innkeeper/db/tables/servers';
import { orderLife } from '@innkeeper/model/states/order';
import { serverLife } from '@innkeeper/model/states/server';
import type { EndContext, Why } from './define.ts';
import type { WorkflowInputs } from './inputs.ts';

type Cx = EndContext<WorkflowInputs['server.deploy']>;

export async function giveBackDeploy(cx: Cx, why: Why): Promise<void> {
  const { trx, input } = cx;
  const now = cx.clock.now();
  // Locks are taken in the order in which a deploy takes them: server, node, addresses, order, ledger.
  const server = await lockServer(trx, input.serverId);
  if (!server || !serverLife.can(server.status, 'give_up')) return;
  await giveBackCapacity(trx, server);
  await freeAddresses(trx, server.id, now);
  await updateServer(trx, server.id, {
    status: serverLife.next(server.status, 'give_up'),
    power: 'absent',
    status_reason: why.reason,
    holds_capacity: false,
    ended_at: now,
  });
  await giveMoneyBack(cx, why, now);
  await audit(trx, {
    accountId: server.account_id,
    actor: `workflow:${cx.workflowId}`,
    action: 'server.given-back',
    resource: { kind: 'server', id: server.id },
    details: { order: input.orderId, step: why.step, error: why.error },
  });
}

/** Refunds the server's line; an order of which nothing is left to deliver ends as cancelled. */
async function giveMoneyBack({ trx, input }: Cx, why: Why, now: Date): Promise<void> {
  const order = await lockOrder(trx, input.orderId);
  const lines = await linesOf(trx, [input.orderId]);
  const line = lines.find((one) => one.id === input.lineId);
  if (!order || !line || line.refunded_at) return;
  await refund(trx, {
    accountId: order.account_id,
    orderId: order.id,
    net: line.net,
    vat: line.vat,
    description: `Refund of order ${order.id}: ${line.label}`,
    now,
  });
  await markLineRefunded(trx, line.id, now);
  const nothingLeft = lines.every((one) => one.id === line.id || one.refunded_at);
  await updateOrder(trx, order.id, {
    status_reason: why.reason,
    ...(nothingLeft ? { status: orderLife.next(order.status, 'give_back') } : {}),
  });
}
