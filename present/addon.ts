import type { Addon, AvailableAddon } from '@innkeeper/contract/schemas/addon';
import type { PlanAddon } from '@innkeeper/contract/schemas/plan';
import type { ShownAddon } from '@innkeeper/db/tables/servers';
import { type BasisPoints, type Cents, formatDecimal, toDecimalNumber, withVat } from '@innkeeper/model/money/money';
import { priceOfMonths } from '@innkeeper/model/services/services';
import { presentCancelRequest } from './cancel-request.ts';
import { iso, isoOrNull } from './time.ts';

export interface OfferedAddon {
  key: string;
  /** Net cents per month. `untilExpiry` is the price until the server's expiry. */
  price: Cents;
  untilExpiry: Cents;
  /** Price of one more seat until the expiry. Set only for seats that the server already has. */
  scalePrice?: Cents;
}

export function presentPlanAddon({ key, price }: { key: string; price: Cents }, rate: BasisPoints): PlanAddon {
  return { key, price: toDecimalNumber(price), price_with_vat: toDecimalNumber(withVat(price, rate)) };
}

export function presentAvailableAddon(addon: OfferedAddon, rate: BasisPoints): AvailableAddon {
  const { untilExpiry, scalePrice } = addon;
  return {
    ...presentPlanAddon(addon, rate),
    price_until_expiry: toDecimalNumber(untilExpiry),
    price_until_expiry_with_vat: toDecimalNumber(withVat(untilExpiry, rate)),
    ...(scalePrice === undefined
      ? {}
      : { scale_price: toDecimalNumber(scalePrice), scale_price_with_vat: toDecimalNumber(withVat(scalePrice, rate)) }),
  };
}

/** Presents an addon of a server. Numbers are strings, as in the source document. */
export function presentAddon(addon: ShownAddon, rate: BasisPoints): Addon {
  const seats = addon.kind === 'seats';
  const texts = (net: Cents | null) =>
    [net === null ? null : formatDecimal(net), net === null ? null : formatDecimal(withVat(net, rate))] as const;
  const [upgrade, upgradeWithVat] = texts(seats ? addon.catalogue_price : null);
  const ofAll = priceOfMonths(addon.renew_price, addon.billing_cycle, 1);
  const [downgrade, downgradeWithVat] = texts(
    seats ? priceOfMonths(addon.renew_price, addon.billing_cycle * addon.quantity, 1) : null,
  );
  return {
    id: addon.id,
    name: addon.key,
    status: addon.status,
    quantity: addon.quantity,
    amount: formatDecimal(ofAll),
    amount_with_vat: formatDecimal(withVat(ofAll, rate)),
    upgrade_price_per_user: upgrade,
    upgrade_price_per_user_with_vat: upgradeWithVat,
    downgrade_price_per_user: downgrade,
    downgrade_price_per_user_with_vat: downgradeWithVat,
    created_at: iso(addon.created_at),
    ended_at: isoOrNull(addon.ended_at),
    cancel_request: presentCancelRequest(addon.cancel_request),
    extra: addon.kind === 'backups' ? { next_backup_at: isoOrNull(addon.next_backup_at) } : null,
  };
}
