/** Ends a failed deploy: releases its reservations, refunds the money, and records the reason. */

import { linesOf, serviceLines } from '@innkeeper/db/tables/orders';
import { lockServer } from '@innkeeper/db/tables/servers';
import { childrenOf } from '@innkeeper/db/tables/services';
import { serviceLifecycle } from '@innkeeper/model/states/server';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { addMailsDue } from '../mail/due.ts';
import { releaseServer } from '../servers/release.ts';
import { refundLine } from '../services/refund-line.ts';
import type { InputOf } from '../workflows/kinds.ts';

/** Reasons of a failed deploy. `reason` is a sentence for the customer. `error` and `step` are for the operator. */
interface DeployFailure {
  reason: string;
  error: string;
  step: string;
}

/** Releases the server of a failed deploy and refunds its lines. Does nothing if the server cannot be given up. */
export async function releaseDeploy(cx: MutatingCx, input: InputOf<'server.deploy'>, why: DeployFailure): Promise<void> {
  const server = await lockServer(cx.db, input.serverId);
  if (!server || !serviceLifecycle.can(server.status, 'give_up')) return;
  // The refund comes first: transactions that need both lock the balance before the node (see releaseServer).
  await refundLine(cx, { orderId: input.orderId, lineId: input.lineId, reason: why.reason });
  const addons = (await childrenOf(cx.db, server.id)).map(({ id }) => id);
  for (const line of addons.length > 0 ? serviceLines(await linesOf(cx.db, [input.orderId])) : [])
    if (line.service_type === 'server-addon' && addons.includes(line.service_id))
      await refundLine(cx, { orderId: input.orderId, lineId: line.id, reason: why.reason });
  await releaseServer(cx, input.serverId, { verb: 'give_up', reason: why.reason });
  const resource = { kind: 'server', id: server.id, accountId: server.account_id };
  await addMailsDue(cx, { kind: 'server-ready', accountId: server.account_id, orderId: input.orderId, ids: [server.id] });
  await audit(cx, 'server.given-back', resource, { order: input.orderId, step: why.step, error: why.error });
}
