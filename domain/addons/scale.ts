/** Checks and prices changes of a server's addons: more or fewer seats, or another control panel licence. */
import type { Server, Service } from '@innkeeper/db/schema';
import { findAddonProducts } from '@innkeeper/db/tables/addon-products';
import { childrenOf } from '@innkeeper/db/tables/services';
import { invalid } from '@innkeeper/model/failures';
import { changeSteps } from '@innkeeper/model/pricing/explanation';
import { priceChange } from '@innkeeper/model/pricing/line';
import type { LineAmount } from '@innkeeper/model/pricing/order';
import type { RefundPart } from '@innkeeper/model/pricing/refund';
import { type AddonRequest, scaledPrice } from '@innkeeper/model/services/addons';
import type { TaxDecision } from '@innkeeper/model/vat/decide';
import type { Cx } from '../context.ts';
import { refuseWhileBeingPaid } from '../services/being-paid.ts';
import { refundParts } from '../services/refund.ts';
import { checkAddons } from './check.ts';
import { paidTerm } from './paid-term.ts';
import type { AddonLine } from './purchase.ts';

export interface AddonChange {
  service: Service;
  /** Key of the addon after the change. */
  key: string;
  quantity: number;
  /** Net price per cycle after the change, in cents. */
  renewPrice: bigint;
  line: AddonLine;
  refunds: RefundPart[];
  /** Amount to pay. Negative for a refund. */
  amount: LineAmount;
}

/** Prices changes of addons. Throws `validation` with the field, and `wrong_state` while a renewal of them is being paid. */
export async function priceAddonScale(
  cx: Cx,
  server: Server,
  tax: TaxDecision,
  requests: readonly AddonRequest[],
): Promise<AddonChange[]> {
  const had = (await childrenOf(cx.db, server.id)).filter(({ status }) => status === 'active');
  await refuseWhileBeingPaid(
    cx,
    had.map(({ id }) => id),
  );
  const changes: AddonChange[] = [];
  for (const request of requests) {
    const service = await addonOf(cx, had, request);
    const renewPrice = await priceOf(cx, server, service, request);
    changes.push(await changeOf(cx, server, tax, { service, request, renewPrice }));
  }
  return changes;
}

async function addonOf(
  { db }: Pick<Cx, 'db'>,
  had: readonly Service[],
  { field, key, quantity }: AddonRequest,
): Promise<Service> {
  const products = await findAddonProducts(
    db,
    had.flatMap((one) => one.key ?? []),
  );
  const isSame = (one: Service) =>
    one.key === field || products.some((product) => product.key === one.key && product.kind === field);
  const service = had.find(isSame);
  if (!service) throw invalid(field, 'This server does not have this addon.');
  if (service.key === key && service.quantity === quantity) throw invalid(field, 'This addon already has this size.');
  return service;
}

/** Returns the net price per cycle after the change. Existing units keep their price. New or replaced units have the catalogue price. */
async function priceOf(cx: Cx, server: Server, service: Service, request: AddonRequest): Promise<bigint> {
  const { renew_price: price, quantity: from, billing_cycle: months } = service;
  const isSame = service.key === request.key;
  if (isSame && request.quantity < from) return scaledPrice({ price, from, to: request.quantity, each: 0n });
  const [addon] = await checkAddons(cx, [request], { id: server.plan_id, bandwidth_tb: server.bandwidth_tb });
  const each = (addon?.product.price ?? 0n) * BigInt(months);
  return isSame ? scaledPrice({ price, from, to: request.quantity, each }) : each * BigInt(request.quantity);
}

async function changeOf(
  cx: Cx,
  server: Server,
  tax: TaxDecision,
  { service, request, renewPrice }: { service: Service; request: AddonRequest; renewPrice: bigint },
): Promise<AddonChange> {
  const now = cx.clock.now();
  const term = paidTerm(service, now);
  const steps = changeSteps(service.renew_price, renewPrice, term, now);
  const refunds = await refundParts(cx, service, renewPrice, now);
  const { price, amount } = priceChange({ steps, tax, refunds, discounts: service.discounts });
  const [product] = await findAddonProducts(cx.db, [request.key]);
  const line = {
    label: product?.name ?? request.key,
    sublabel: server.hostname,
    service_type: 'server-addon' as const,
    quantity: request.quantity,
    billing_cycle: service.billing_cycle,
    period_from: now,
    period_to: term.expiresAt,
    ...price,
  };
  return { service, key: request.key, quantity: request.quantity, renewPrice, line, refunds, amount };
}
