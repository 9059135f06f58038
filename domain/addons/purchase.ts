/** Checks and prices addons for an existing server until its expiry. */
import type { Server } from '@innkeeper/db/schema';
import { findAddonProducts } from '@innkeeper/db/tables/addon-products';
import { orderedPeriods } from '@innkeeper/db/tables/service-periods';
import { childrenOf } from '@innkeeper/db/tables/services';
import { Failure } from '@innkeeper/model/failures';
import { remainderStep } from '@innkeeper/model/pricing/explanation';
import { type LinePrice, priceLine } from '@innkeeper/model/pricing/line';
import type { AddonRequest } from '@innkeeper/model/services/addons';
import type { TaxDecision } from '@innkeeper/model/vat/decide';
import type { Cx } from '../context.ts';
import { type CheckedAddon, checkAddons } from './check.ts';
import { paidTerm } from './paid-term.ts';

export interface AddonLine extends LinePrice {
  label: string;
  sublabel: string;
  service_type: 'server-addon';
  quantity: number;
  billing_cycle: number;
  period_from: Date;
  period_to: Date;
}

export interface PricedAddon {
  addon: CheckedAddon;
  line: AddonLine;
}

/**
 * Validates and prices addons. Throws `validation` with the field. Throws `wrong_state` if the server already has the addon, has an unpaid
 * manual renewal, or its paid period has ended.
 */
export async function priceAddons(
  cx: Cx,
  server: Server,
  tax: TaxDecision,
  requests: readonly AddonRequest[],
): Promise<PricedAddon[]> {
  const addons = await checkAddons(cx, requests, { id: server.plan_id, bandwidth_tb: server.bandwidth_tb });
  await refuseDuplicateAddons(cx, server, addons);
  await refuseBeforeRenewal(cx, server);
  return addons.map((addon) => ({ addon, line: addonLine(cx, server, tax, addon) }));
}

/** Returns the order line of an addon from now until the server's expiry. Throws `wrong_state` if the server's paid period has ended. */
export function addonLine({ clock }: Pick<Cx, 'clock'>, server: Server, tax: TaxDecision, addon: CheckedAddon): AddonLine {
  const { product, quantity } = addon;
  const now = clock.now();
  const term = paidTerm(server, now);
  const steps = [remainderStep(product.price * BigInt(quantity * term.months), term, now)];
  return {
    label: product.name,
    sublabel: server.hostname,
    service_type: 'server-addon',
    quantity,
    billing_cycle: term.months,
    period_from: now,
    period_to: term.expiresAt,
    ...priceLine({ steps, tax }),
  };
}

/** Throws `wrong_state` if the server has an unpaid manual renewal, because that order would renew the server without the addons. */
async function refuseBeforeRenewal({ db }: Pick<Cx, 'db'>, { id }: Server): Promise<void> {
  const hasManualRenewal = (await orderedPeriods(db, [id])).some(({ automatic }) => !automatic);
  if (!hasManualRenewal) return;
  throw new Failure('wrong_state', {
    message: `Server ${id} has an unpaid renewal order. Pay or delete that order first.`,
  });
}

/** Throws `wrong_state` if the server already has an addon with the same key, or if it would get a second control panel licence. */
async function refuseDuplicateAddons({ db }: Pick<Cx, 'db'>, server: Server, addons: readonly CheckedAddon[]): Promise<void> {
  const keys = (await childrenOf(db, server.id)).flatMap(({ key }) => key ?? []);
  const panels = (await findAddonProducts(db, keys)).filter(({ kind }) => kind === 'cpanel').map(({ key }) => key);
  for (const { product } of addons) {
    const conflictingKey = keys.includes(product.key) ? product.key : product.kind === 'cpanel' ? panels[0] : undefined;
    if (conflictingKey !== undefined)
      throw new Failure('wrong_state', {
        message: `Server ${server.id} already has the addon ${conflictingKey}, or an order for it.`,
      });
  }
}
