/** Computes renewals: which services take part, for which period, and at which price. */
import type { Service } from '@innkeeper/db/schema';
import { refuseIfLocked } from '@innkeeper/db/tables/locks';
import { orderedPeriods } from '@innkeeper/db/tables/service-periods';
import { childrenOfAll, listCancelled, lockServicesOf } from '@innkeeper/db/tables/services';
import { together } from '@innkeeper/db/transaction';
import { Failure, invalid } from '@innkeeper/model/failures';
import { type LinePrice, priceLine } from '@innkeeper/model/pricing/line';
import { extendTerm, isBoundary, monthsUpTo } from '@innkeeper/model/pricing/period';
import { resourceKindOf, type ServiceType } from '@innkeeper/model/services/services';
import { VOID_REASONS } from '@innkeeper/model/services/void-reasons';
import type { TaxDecision } from '@innkeeper/model/vat/decide';
import type { Customer } from '../actor.ts';
import type { Cx, MutatingCx } from '../context.ts';
import { loadRenewalPromos, type RenewalPromos } from '../promos/renewal.ts';
import { requirePromo, type UsablePromo } from '../promos/require.ts';
import { requireReferences } from '../resources/references.ts';
import { monthsOf, offersOf } from '../service-types/offers.ts';
import { refuseWhileBeingPaid } from '../services/being-paid.ts';
import type { Offer } from '../services/hooks.ts';
import { refuseEnding } from '../services/staff-suspension.ts';
import { leaveWaitingRenewals } from './cancel-renewals.ts';

export interface Renewal {
  /** Type of the services. Addons are renewed with their servers. */
  type: 'server' | 'floating-ip' | 'support-plan';
  ids: readonly number[];
  /** Billing cycle in months. */
  billingCycle: number;
  promoCode?: string | undefined;
}

/** Names in messages to customers. */
const NOUNS: Readonly<Record<ServiceType, string>> = {
  server: 'Server',
  'server-addon': 'Addon',
  'floating-ip': 'Floating IP',
  'support-plan': 'Support plan',
};

/** Order line of a renewal. */
export interface RenewalLine extends LinePrice {
  label: string;
  sublabel: string;
  service_type: ServiceType;
  service_id: number;
  quantity: number;
  billing_cycle: number;
  minimum_billing_cycle: number;
  is_period_changeable: boolean;
  period_from: Date;
  period_to: Date;
}

type Paid = Service & { expiry_at: Date; billing_anchor: Date };

/** Lines, and the given promo code if it lowers any of them. */
export interface RenewalLines {
  lines: RenewalLine[];
  promo: UsablePromo | undefined;
}

/**
 * Returns a line for each current service and each addon paid with it. A line starts at the end of the paid period, and has the price at
 * which the service was sold. Throws `validation` with the field, `not_yours` or `wrong_state`.
 */
export async function renewalLines(cx: MutatingCx<Customer>, tax: TaxDecision, renewal: Renewal): Promise<RenewalLines> {
  const { billingCycle, promoCode } = renewal;
  const given = promoCode === undefined ? undefined : await requirePromo(cx, cx.actor.accountId, promoCode);
  const services = await namedBy(cx, renewal);
  const lines = await linesOfServices(cx, tax, services, billingCycle, given);
  return { lines, promo: lines.some(({ promo }) => promo !== null && promo.code === given?.code) ? given : undefined };
}

/** Returns the named services. Throws `validation` with the position, or `not_yours`. */
function namedBy(cx: MutatingCx, { type, ids }: Renewal): Promise<Service[]> {
  return requireReferences(cx, resourceKindOf(type), ids, type === 'server' ? 'server_ids' : 'ids');
}

/** Returns the lines of services that are already loaded. Throws `validation` for `billing_cycle` or `promo_code`, or `wrong_state`. */
async function linesOfServices(
  cx: Pick<Cx, 'db'>,
  tax: TaxDecision,
  services: readonly Service[],
  billingCycle: number,
  given?: UsablePromo,
): Promise<RenewalLine[]> {
  const { renewed, cancelled, ends } = await renewedWith(cx, services, 'customer');
  for (const service of services) {
    const named = `${NOUNS[service.type]} ${service.id}`;
    if (!isPaid(service)) throw new Failure('wrong_state', { message: `${named} is ${service.status} and cannot be renewed.` });
    refuseEnding([service]);
    if (cancelled.has(service.id))
      throw new Failure('wrong_state', { message: `${named} is cancelled. Withdraw the cancellation first.` });
  }
  const [promos, offers] = await together(loadRenewalPromos(cx, services, given), offersOf(cx.db, renewed));
  const lines: RenewalLine[] = [];
  for (const service of renewed) {
    const from = ends.get(service.id);
    const months = monthsWith(service, from ?? service.expiry_at, lines, billingCycle);
    if (months <= 0) continue;
    const line = lineOf(service, { months, from, promos, offer: offers(service), tax });
    const { label, minimum_billing_cycle: min } = line;
    if (billingCycle < min) throw invalid('billing_cycle', `${label} needs a billing cycle of at least ${min} months.`);
    lines.push(line);
  }
  const refusal = promos.explainRefusal(billingCycle);
  if (refusal !== undefined) throw invalid('promo_code', refusal);
  return lines;
}

/**
 * Returns the lines of automatic renewals, by account: one cycle of each service. Omits services that are cancelled, that staff ends, or that were never
 * active. `taxes` are the tax decisions of the accounts that own the services.
 */
export async function automaticLines(
  cx: Pick<Cx, 'db'>,
  taxes: ReadonlyMap<number, TaxDecision>,
  services: readonly Service[],
): Promise<Map<number, RenewalLine[]>> {
  const { renewed, cancelled } = await renewedWith(cx, services, 'job');
  for (const { id, staff_ends_at: at } of services) if (at !== null) cancelled.add(id);
  const months = new Map(services.map(({ id, billing_cycle }) => [id, billing_cycle]));
  const [promos, offers] = await together(loadRenewalPromos(cx, services), offersOf(cx.db, renewed));
  const lines = new Map<number, RenewalLine[]>();
  for (const service of renewed) {
    const [top, tax] = [service.parent_id ?? service.id, taxes.get(service.account_id)];
    if (cancelled.has(top) || !tax) continue;
    const others = lines.get(service.account_id) ?? [];
    const lineMonths = monthsWith(service, service.expiry_at, others, months.get(top) ?? service.billing_cycle);
    if (lineMonths <= 0) continue;
    others.push(lineOf(service, { months: lineMonths, promos, offer: offers(service), tax }));
    lines.set(service.account_id, others);
  }
  return lines;
}

/**
 * Returns the lines that extend addons up to the end of their server, for addons with an earlier end. Omits addons whose month boundaries
 * do not match the end of the server.
 */
export async function linesUpToServer(
  cx: Pick<Cx, 'db'>,
  tax: TaxDecision,
  server: Service,
  addons: readonly Service[],
): Promise<RenewalLine[]> {
  const shorter = addons.filter(isPaid).filter(({ expiry_at }) => server.expiry_at !== null && expiry_at < server.expiry_at);
  const [promos, offers] = await together(loadRenewalPromos(cx, []), offersOf(cx.db, shorter));
  return shorter.flatMap((addon) => {
    const months = server.expiry_at ? monthsBetween(addon.billing_anchor, addon.expiry_at, server.expiry_at) : undefined;
    return months ? [lineOf(addon, { months, promos, offer: offers(addon), tax })] : [];
  });
}

/**
 * Returns the services, each followed by the addons renewed with it. Also returns the ids of all cancelled services and addons, and the
 * ends of ordered periods. Renewals ordered by a job do not count, because an order by the owner replaces them (`lockedRenewalLines`).
 */
async function renewedWith({ db }: Pick<Cx, 'db'>, services: readonly Service[], by: 'customer' | 'job') {
  const children = await childrenOfAll(
    db,
    services.map(({ id }) => id),
  );
  const all = [...services, ...children].map(({ id }) => id);
  const cancelled = await listCancelled(db, all);
  const renewed = services.flatMap((service) => [
    service,
    ...children.filter(({ id, parent_id }) => parent_id === service.id && !cancelled.has(id)),
  ]);
  const waiting = by === 'job' ? [] : (await orderedPeriods(db, all)).filter(({ automatic }) => !automatic);
  return {
    renewed: renewed.filter(isPaid),
    cancelled,
    ends: new Map(waiting.map(({ service_id, period_to }) => [service_id, period_to])),
  };
}

/**
 * Returns the lines as `renewalLines`, and locks all services until the transaction ends, so that concurrent renewals extend them one after
 * the other. Also throws `locked`.
 */
export async function lockedRenewalLines(cx: MutatingCx<Customer>, tax: TaxDecision, renewal: Renewal): Promise<RenewalLines> {
  await namedBy(cx, renewal);
  const addons = await childrenOfAll(cx.db, renewal.ids);
  const all = [...renewal.ids, ...addons.map(({ id }) => id)];
  await leaveWaitingRenewals(cx, renewal.ids, { reason: VOID_REASONS.manual_renewal, automatic: true });
  await refuseWhileBeingPaid(cx, all, { automatic: true });
  await lockServicesOf(cx.db, cx.actor.accountId, renewal.ids);
  const renewed = await renewalLines(cx, tax, renewal);
  for (const id of renewal.ids) await refuseIfLocked(cx.db, resourceKindOf(renewal.type), id);
  return renewed;
}

function isPaid(service: Service): service is Paid {
  const { status, expiry_at, billing_anchor } = service;
  return (status === 'active' || status === 'suspended') && expiry_at !== null && billing_anchor !== null;
}

interface LineTerms {
  months: number;
  /** Start of the period, by default the end of the paid period. */
  from?: Date | undefined;
  promos: RenewalPromos;
  offer: Offer;
  tax: TaxDecision;
}

/**
 * Returns the months of a line. An addon is renewed up to the new end of its server, whose line comes first. An addon that was not renewed
 * with its server before gets more months.
 */
function monthsWith(
  { parent_id, billing_anchor: anchor }: Paid,
  from: Date,
  lines: readonly RenewalLine[],
  months: number,
): number {
  const until = parent_id === null ? undefined : lines.findLast(({ service_id }) => service_id === parent_id)?.period_to;
  return (until && monthsBetween(anchor, from, until)) ?? months;
}

/** Returns the number of months, or `undefined` if one of the times is not a month boundary. */
function monthsBetween(anchor: Date, from: Date, until: Date): number | undefined {
  return isBoundary(anchor, from) && isBoundary(anchor, until) ? monthsUpTo(anchor, until) - monthsUpTo(anchor, from) : undefined;
}

function lineOf(service: Paid, { months, from = service.expiry_at, promos, offer, tax }: LineTerms): RenewalLine {
  return {
    label: offer.label,
    sublabel: offer.sublabel,
    service_type: service.type,
    service_id: service.id,
    quantity: service.quantity,
    billing_cycle: months,
    minimum_billing_cycle: offer.minimumMonths,
    // An addon is renewed for as long as its server.
    is_period_changeable: service.parent_id === null,
    period_from: from,
    period_to: extendTerm(service.billing_anchor, from, months),
    ...priceLine({ steps: [monthsOf(service, months)], promo: promos.bestFor(service, months), tax }),
  };
}
