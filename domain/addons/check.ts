/** The addons that a request names, as they are sold for a plan. */
import type { Plan } from '@innkeeper/db/schema';
import { findAddonProducts, type LoadedAddonProduct } from '@innkeeper/db/tables/addon-products';
import { type AddonRequest, addonRefusal } from '@innkeeper/model/addons';
import { invalid } from '@innkeeper/model/failures';
import type { Cx } from '../context.ts';

export interface WantedAddon {
  /** Of the request. */
  field: string;
  product: LoadedAddonProduct;
  quantity: number;
}

/** Throws `validation` with the field of one that a server of the plan can't have. */
export async function checkAddons(
  { db }: Pick<Cx, 'db'>,
  requests: readonly AddonRequest[],
  plan: Pick<Plan, 'id' | 'bandwidth_tb'>,
): Promise<WantedAddon[]> {
  if (requests.length === 0) return [];
  const products = await findAddonProducts(
    db,
    requests.map(({ key }) => key),
  );
  return requests.map((request) => {
    const product = products.find(({ key }) => key === request.key);
    const offer = product && { ...product, onSale: product.disabled_at === null, planIds: product.plan_ids };
    const refusal = addonRefusal(request, offer, plan);
    if (refusal !== undefined || !product) throw invalid(request.field, refusal ?? 'This addon is not on sale for this plan.');
    return { field: request.field, product, quantity: request.quantity };
  });
}
