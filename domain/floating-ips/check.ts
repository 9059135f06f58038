/** Checks and prices a purchase of floating IPs before anything is reserved. */
import type { Service } from '@innkeeper/db/schema';
import { type FloatingIpPlan, floatingIpPlansOnSale, floatingIpsOfServer } from '@innkeeper/db/tables/floating-ips';
import { refuseIfLocked } from '@innkeeper/db/tables/locks';
import { Failure, invalid } from '@innkeeper/model/failures';
import { explainTargetRefusal, FLOATING_IP_KINDS, type FloatingIpKind } from '@innkeeper/model/net/floating-ips';
import { monthsStep } from '@innkeeper/model/pricing/explanation';
import { type LinePrice, priceLine } from '@innkeeper/model/pricing/line';
import { boundary } from '@innkeeper/model/pricing/period';
import type { TaxDecision } from '@innkeeper/model/vat/decide';
import type { MutatingCx } from '../context.ts';
import { requireReference } from '../resources/references.ts';

export interface FloatingIpPurchase {
  counts: Readonly<Record<FloatingIpKind, number>>;
  /** Server to which they are attached after payment. */
  serverId?: number | undefined;
}

export interface FloatingIpsRequest {
  kind: FloatingIpKind;
  plan: FloatingIpPlan;
  count: number;
}

export interface CheckedPurchase {
  requests: FloatingIpsRequest[];
  /** Node of the named server, or `null` for any node. */
  nodeId: number | null;
}

/** Checks a purchase. Throws `validation` with the field, `not_yours`, `locked` or `wrong_state`. */
export async function checkPurchase(cx: MutatingCx, { counts, serverId }: FloatingIpPurchase): Promise<CheckedPurchase> {
  const plans = await floatingIpPlansOnSale(cx.db);
  const requests = Object.entries(FLOATING_IP_KINDS).flatMap(([name, { field }]): FloatingIpsRequest[] => {
    const kind = name as FloatingIpKind;
    const count = counts[kind];
    if (count === 0) return [];
    const plan = plans.find((one) => one.kind === kind);
    if (!plan) throw invalid(field, 'This floating IP plan is not on sale.');
    return [{ kind, plan, count }];
  });
  if (serverId === undefined) return { requests, nodeId: null };
  const server = await requireReference(cx, 'server', serverId, 'server_id');
  return { requests, nodeId: await requireTarget(cx, server, countOf(requests)) };
}

/** Returns the node of a server that can get `more` floating IPs. Throws `locked` or `wrong_state`. */
export async function requireTarget({ db, settings }: MutatingCx, { id, status }: Service, more: number): Promise<number> {
  const server = await db.selectFrom('server_details').select('node_id').where('id', '=', id).executeTakeFirstOrThrow();
  const floatingIps = await floatingIpsOfServer(db, id);
  const target = { id, status, nodeId: server.node_id, floatingIps, max: settings.floatingIpsPerServer };
  const refusal = explainTargetRefusal(target, more);
  if (refusal !== undefined) throw new Failure('wrong_state', { message: refusal });
  await refuseIfLocked(db, 'server', id);
  return server.node_id;
}

/** Returns the total number of wanted floating IPs. */
export const countOf = (requests: readonly FloatingIpsRequest[]): number => requests.reduce((sum, { count }) => sum + count, 0);

/** Order line of one floating IP. Each is its own service. */
export interface FloatingIpLine extends LinePrice {
  label: string;
  sublabel: string;
  service_type: 'floating-ip';
  quantity: number;
  billing_cycle: number;
  period_from: Date;
  period_to: Date;
}

/** Returns one line per floating IP, with a period that starts now. The address is added once it is reserved. */
export function floatingIpLines(
  { clock }: Pick<MutatingCx, 'clock'>,
  tax: TaxDecision,
  requests: readonly FloatingIpsRequest[],
  months: number,
): FloatingIpLine[] {
  const from = clock.now();
  const shared = { service_type: 'floating-ip' as const, quantity: 1, billing_cycle: months };
  const period = { period_from: from, period_to: boundary(from, months) };
  return requests.flatMap(({ plan, count }) => {
    const price = priceLine({ steps: [monthsStep(plan.price, 1, months)], tax });
    return Array.from({ length: count }, () => ({ label: plan.name, sublabel: '', ...shared, ...period, ...price }));
  });
}
