/** The end of a failed deploy: reservations are released, the money is refunded, and the rows say why. */

import { linesOf, serviceLines } from '@innkeeper/db/tables/orders';
import { lockServer } from '@innkeeper/db/tables/servers';
import { childrenOf } from '@innkeeper/db/tables/services';
import { serverLife } from '@innkeeper/model/states/server';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { releaseServer } from '../servers/release.ts';
import type { InputOf } from '../workflows/kinds.ts';
import { refundLine } from './refund-line.ts';

/** `reason` is a sentence for the customer; `error` and `step` are for the operator. */
interface Why {
  reason: string;
  error: string;
  step: string;
}

export async function releaseDeploy(cx: MutatingCx, input: InputOf<'server.deploy'>, why: Why): Promise<void> {
  const server = await lockServer(cx.db, input.serverId);
  if (!server || !serverLife.can(server.status, 'give_up')) return;
  // The money first, since the node is taken after the balance by whatever needs both (see releaseServer).
  await refundLine(cx, { orderId: input.orderId, lineId: input.lineId, reason: why.reason });
  const addons = (await childrenOf(cx.db, server.id)).map(({ id }) => id);
  for (const line of addons.length > 0 ? serviceLines(await linesOf(cx.db, [input.orderId])) : [])
    if (line.service_type === 'server-addon' && addons.includes(line.service_id))
      await refundLine(cx, { orderId: input.orderId, lineId: line.id, reason: why.reason });
  await releaseServer(cx, input.serverId, { verb: 'give_up', reason: why.reason });
  const resource = { kind: 'server', id: server.id, accountId: server.account_id };
  await audit(cx, 'server.given-back', resource, { order: input.orderId, step: why.step, error: why.error });
}
