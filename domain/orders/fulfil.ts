/** What a paid line sets going, by the order's type. */
import type { Order, OrderLine } from '@innkeeper/db/schema';
import { lockServer, updateServer } from '@innkeeper/db/tables/servers';
import { Failure } from '@innkeeper/model/failures';
import { serverLife } from '@innkeeper/model/states/server';
import type { MutatingCx } from '../context.ts';
import { start } from '../workflows/start.ts';

type Fulfilment = (cx: MutatingCx, order: Order, line: OrderLine) => Promise<void>;

const FULFILMENTS: Partial<Record<string, Fulfilment>> = {
  'new-service': buildServer,
  // Made only when it can be paid at once, by scaleServer, which hands the work over itself.
  'scale-service': async () => {},
};

export async function fulfil(cx: MutatingCx, order: Order, line: OrderLine): Promise<void> {
  const act = FULFILMENTS[order.type];
  if (!act) throw new Failure('internal', { internal: `no fulfilment for orders of type ${order.type}` });
  await act(cx, order, line);
}

/** The paid server is locked and handed to the workflow that builds it. */
async function buildServer(cx: MutatingCx, order: Order, line: OrderLine): Promise<void> {
  const server = await lockServer(cx.db, line.service_id);
  if (!server)
    throw new Failure('internal', { internal: `order line ${line.id} names server ${line.service_id}, which is gone` });
  await updateServer(cx.db, server.id, { status: serverLife.next(server.status, 'pay') });
  await start(cx, 'server.deploy', server, { orderId: order.id, lineId: line.id });
}
