/** Starts what a paid order bought, by order type. `service-types/registry.ts` defines the effect for each service type. */
import type { OrderLine, ServiceLine } from '@innkeeper/db/schema';
import { serviceLines } from '@innkeeper/db/tables/orders';
import { together } from '@innkeeper/db/transaction';
import { Failure } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';
import { deliverFloatingIps } from '../floating-ips/deliver.ts';
import { extendServices } from '../service-types/extend.ts';
import { hooksOfType } from '../service-types/registry.ts';

export type OrderType =
  | 'new-service'
  | 'renew-service'
  | 'combined'
  | 'scale-service'
  | 'new-addon'
  | 'scale-addon'
  | 'new-floating-ip'
  | 'custom';

type Fulfilment = (cx: MutatingCx, lines: readonly ServiceLine[]) => Promise<unknown>;

const FULFILMENTS: { readonly [type: string]: Fulfilment } = {
  // New services are independent of each other.
  'new-service': (cx, lines) => together(...lines.map((line) => deliver(cx, line))),
  'renew-service': extendServices,
  // One order that renews services of several types.
  combined: extendServices,
  // `scaleServer` and `scaleServerAddons` place these orders only if they can be paid immediately, and start the work themselves.
  'scale-service': async () => {},
  'scale-addon': async () => {},
  'new-addon': async (cx, lines) => {
    for (const line of lines) await deliver(cx, line);
  },
  'new-floating-ip': deliverFloatingIps,
  // The operator delivers custom lines manually.
  custom: async () => {},
} satisfies Record<OrderType, Fulfilment>;

/** Starts what a paid order bought. Throws `internal` for an unknown order or service type. */
export async function fulfil(
  cx: MutatingCx,
  { id, type }: { id: number; type: string },
  lines: readonly OrderLine[],
): Promise<void> {
  const act = FULFILMENTS[type];
  if (!act) throw new Failure('internal', { internal: `no fulfilment for order ${id} of type ${type}` });
  await act(cx, serviceLines(lines));
}

async function deliver(cx: MutatingCx, line: ServiceLine): Promise<void> {
  const act = hooksOfType(line.service_type)?.fulfil;
  if (!act)
    throw new Failure('internal', { internal: `order line ${line.id} is for ${line.service_id}, which can't be delivered` });
  await act(cx, line.service_id, { orderId: line.order_id, lineId: line.id });
}
