/**
 * What a paid order line starts, by the type of the order; what that means for each type of service is in `services/registry.ts`.
 */
import type { Order, OrderLine } from '@innkeeper/db/schema';
import { Failure } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';
import { extendService } from '../services/extend.ts';
import { hooksOfType } from '../services/registry.ts';

type Fulfilment = (cx: MutatingCx, order: Order, line: OrderLine) => Promise<void>;

const FULFILMENTS: Partial<Record<string, Fulfilment>> = {
  'new-service': deliver,
  'renew-service': (cx, _order, line) => extendService(cx, line),
  // Made only when it can be paid at once, by scaleServer, which hands the work over itself.
  'scale-service': async () => {},
};

export async function fulfil(cx: MutatingCx, order: Order, line: OrderLine): Promise<void> {
  const act = FULFILMENTS[order.type];
  if (!act) throw new Failure('internal', { internal: `no fulfilment for orders of type ${order.type}` });
  await act(cx, order, line);
}

async function deliver(cx: MutatingCx, order: Order, line: OrderLine): Promise<void> {
  const act = hooksOfType(line.service_type)?.fulfil;
  if (!act)
    throw new Failure('internal', { internal: `order line ${line.id} is for ${line.service_id}, which can't be delivered` });
  await act(cx, line.service_id, { orderId: order.id, lineId: line.id });
}
