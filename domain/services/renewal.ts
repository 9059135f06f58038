/** What renewing servers means: which services take part, for which period, at which price. */
import type { Service } from '@innkeeper/db/schema';
import { refuseIfLocked } from '@innkeeper/db/tables/locks';
import { childrenOf, findCancelRequest, lockServicesOf } from '@innkeeper/db/tables/services';
import { Failure, invalid } from '@innkeeper/model/failures';
import { type LinePrice, priceLine } from '@innkeeper/model/pricing/line';
import { extended } from '@innkeeper/model/pricing/period';
import type { TaxDecision } from '@innkeeper/model/vat/decide';
import type { Customer } from '../actor.ts';
import type { Cx, MutatingCx } from '../context.ts';
import { requireReferences } from '../resources/references.ts';
import { hooksOf, type SoldType } from './registry.ts';

export interface Renewal {
  serverIds: readonly number[];
  /** Months. */
  billingCycle: number;
  promoCode?: string | undefined;
}

/** As an order has it. */
export interface RenewalLine extends LinePrice {
  label: string;
  sublabel: string;
  service_type: SoldType;
  service_id: number;
  billing_cycle: number;
  minimum_billing_cycle: number;
  period_from: Date;
  period_to: Date;
}

type Paid = Service & { expiry_at: Date; billing_anchor: Date };

/**
 * A line for each server and for each addon that is paid with it, as they are now: from the end of what is paid, and at the price that it
 * was sold at. Throws `validation` with the field, `not_yours`, `wrong_state`.
 */
export async function renewalLines(
  cx: MutatingCx<Customer>,
  tax: TaxDecision,
  { serverIds, billingCycle, promoCode }: Renewal,
): Promise<RenewalLine[]> {
  if (promoCode !== undefined) throw invalid('promo_code', 'This promo code is not valid.');
  return linesOfServers(cx, tax, await requireReferences(cx, 'server', serverIds, 'server_ids'), billingCycle);
}

/** The same for whoever has the servers already. Throws `validation` under `billing_cycle`, `wrong_state`. */
export async function linesOfServers(
  cx: Pick<Cx, 'db'>,
  tax: TaxDecision,
  servers: readonly Service[],
  billingCycle: number,
): Promise<RenewalLine[]> {
  const lines: RenewalLine[] = [];
  for (const server of servers) {
    const { id } = server;
    if (!isPaid(server)) throw new Failure('wrong_state', { message: `Server ${id} is ${server.status} and cannot be renewed.` });
    if (await findCancelRequest(cx.db, id))
      throw new Failure('wrong_state', { message: `Server ${id} is cancelled. Undo the cancel request first.` });
    for (const service of [server, ...(await childrenOf(cx.db, id)).filter(isPaid)])
      lines.push(await lineOf(cx, tax, service, billingCycle));
  }
  return lines;
}

/** The same, with all servers held for the rest of the transaction: two renewals at once extend one after the other. Throws `locked` too. */
export async function lockedRenewalLines(cx: MutatingCx<Customer>, tax: TaxDecision, renewal: Renewal): Promise<RenewalLine[]> {
  await lockServicesOf(cx.db, cx.actor.accountId, renewal.serverIds);
  const lines = await renewalLines(cx, tax, renewal);
  for (const id of renewal.serverIds) await refuseIfLocked(cx.db, 'server', id);
  return lines;
}

function isPaid(service: Service): service is Paid {
  const { status, expiry_at, billing_anchor } = service;
  return (status === 'active' || status === 'suspended') && expiry_at !== null && billing_anchor !== null;
}

async function lineOf(cx: Pick<Cx, 'db'>, tax: TaxDecision, service: Paid, months: number): Promise<RenewalLine> {
  const { label, sublabel, step, minimumMonths } = await hooksOf(service).price(cx.db, service, months);
  if (months < minimumMonths) throw invalid('billing_cycle', `${label} is sold for ${minimumMonths} months or more.`);
  return {
    label,
    sublabel,
    service_type: service.type,
    service_id: service.id,
    billing_cycle: months,
    minimum_billing_cycle: minimumMonths,
    period_from: service.expiry_at,
    period_to: extended(service.billing_anchor, service.expiry_at, months),
    ...priceLine({ steps: [step], tax }),
  };
}
