/** The end of a deploy that could not be done: nothing is held any longer, the money is back, and the rows say why. */
import { audit } from '@innkeeper/db/tables/audit';
import { freeAddresses } from '@innkeeper/db/tables/ip-addresses';
import { giveBackCapacity } from '@innkeeper/db/tables/nodes';
import { lockServer, updateServer } from '@innkeeper/db/tables/servers';
import { serverLife } from '@innkeeper/model/states/server';
import type { EndContext, Why } from './define.ts';
import { giveMoneyBack } from './give-back-money.ts';
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
  await giveMoneyBack(trx, { orderId: input.orderId, lineId: input.lineId, reason: why.reason, now });
  await audit(trx, {
    accountId: server.account_id,
    actor: `workflow:${cx.workflowId}`,
    action: 'server.given-back',
    resource: { kind: 'server', id: server.id },
    details: { order: input.orderId, step: why.step, error: why.error },
  });
}
