/** Ends of services by staff, as shown to staff, with the paid time that is left. */
import type { Service } from '@innkeeper/db/schema';
import { refundableLinesOf } from '@innkeeper/db/tables/orders';
import { findNamedServiceEnds } from '@innkeeper/db/tables/service-ends';
import { paidPeriods } from '@innkeeper/db/tables/service-periods';
import { childrenOfAll, findServices } from '@innkeeper/db/tables/services';
import { formatDecimal } from '@innkeeper/model/money/money';
import type { RefundPart } from '@innkeeper/model/pricing/refund';
import { unrefundedEnd } from '@innkeeper/model/pricing/unrefunded-end';
import type { Cx } from '../context.ts';
import { offersOf } from '../service-types/offers.ts';
import { refundPartsOf } from '../services/refund.ts';

/** Returns the open ends of these services, in the order of their ids. The paid time of addons is included. */
export async function showStaffEnds({ db, clock }: Pick<Cx, 'db' | 'clock'>, serviceIds: readonly number[]) {
  const ends = await findNamedServiceEnds(db, serviceIds);
  const services = new Map((await findServices(db, serviceIds)).map((service) => [service.id, service]));
  const addons = await childrenOfAll(db, serviceIds);
  const offers = await offersOf(db, [...services.values()]);
  const lines = await refundableLinesOf(db, [...services.keys(), ...addons.map(({ id }) => id)]);
  const now = clock.now();
  const periods = groupBy(await paidPeriods(db, [...services.keys()], now), (period) => period.service_id);
  const linesByService = groupBy(lines, (line) => line.service_id);
  const addonsByServer = groupBy(addons, (addon) => addon.parent_id);
  const partsOf = (service: Service) => refundPartsOf(service, linesByService.get(service.id) ?? [], 0n, now);
  return ends.flatMap((end) => {
    const service = services.get(end.service_id);
    if (!service || service.status === 'terminated') return [];
    const { id, account_id: account, type, expiry_at } = service;
    const { label, sublabel } = offers(service);
    const parts = [service, ...(addonsByServer.get(id) ?? [])].flatMap(partsOf);
    return [
      {
        ...{ service: id, account, type },
        paid_until: unrefundedEnd(expiry_at, periods.get(id) ?? [], now),
        label: type === 'floating-ip' ? `${label} ${sublabel}` : label,
        ends_at: end.ends_at,
        reason: end.reason,
        requested_by: end.requested_name,
        approved_by: end.approved_name,
        rest: restOf(parts),
      },
    ];
  });
}

function restOf(parts: readonly RefundPart[]) {
  const sum = (of: 'net' | 'vat') => parts.reduce((total, part) => total + part[of], 0n);
  const [net, vat] = [sum('net'), sum('vat')];
  return {
    net: formatDecimal(net),
    vat: formatDecimal(vat),
    gross: formatDecimal(net + vat),
    lines: parts.map((part) => ({ order: part.order_id, line: part.line_id, net: formatDecimal(part.net) })),
  };
}

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => number | null): Map<number | null, Row[]> {
  const groups = new Map<number | null, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
