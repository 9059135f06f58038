import type { Server, Service } from '@innkeeper/db/schema';
import { addonProductsOfPlan, type LoadedAddonProduct } from '@innkeeper/db/tables/addon-products';
import { childrenOf } from '@innkeeper/db/tables/services';
import { paidTermOrNull } from '@innkeeper/domain/addons/paid-term';
import type { Cx } from '@innkeeper/domain/context';
import { behaviourOf } from '@innkeeper/model/addons';
import { valueLeft } from '@innkeeper/model/pricing/proration';
import type { OfferedAddon } from '@innkeeper/present/addon';

/** Lists the addons of the plan that the server can order: addons that it does not have, and more seats. */
export async function listServerAddons({ db, clock }: Cx, { server }: { server: Server }): Promise<OfferedAddon[]> {
  const products = await addonProductsOfPlan(db, server.plan_id);
  const existingAddons = await childrenOf(db, server.id);
  const term = paidTermOrNull(server, clock.now());
  return products
    .filter((product) => isOffered(product, server, existingAddons))
    .map((product) => {
      const untilExpiry = term ? valueLeft(product.price * BigInt(term.months), term, clock.now()) : 0n;
      const { key, price } = product;
      return { key, price, untilExpiry, ...(hasAddon(product, existingAddons) ? { scalePrice: untilExpiry } : {}) };
    });
}

/** Returns whether the server can order the addon. Addresses can only be ordered with a new server. */
function isOffered(product: LoadedAddonProduct, server: Server, existingAddons: readonly Service[]): boolean {
  const { address, seats, traffic } = behaviourOf(product.kind);
  if (address || (traffic && server.bandwidth_tb === 0)) return false;
  return !hasAddon(product, existingAddons) || seats === true;
}

const hasAddon = ({ key }: LoadedAddonProduct, existingAddons: readonly Service[]) =>
  existingAddons.some((one) => one.key === key);
