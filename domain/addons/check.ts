/** The addons that a request names, as they are sold for a plan. */
import type { Plan } from '@innkeeper/db/schema';
import { findAddonProducts, type LoadedAddonProduct } from '@innkeeper/db/tables/addon-products';
import { type AddonRequest, addonRefusal } from '@innkeeper/model/addons';
import { type Failure, invalid } from '@innkeeper/model/failures';
import type { Cx } from '../context.ts';
import { throwAll } from '../refusals.ts';

export interface WantedAddon {
  /** Of the request. */
  field: string;
  product: LoadedAddonProduct;
  quantity: number;
}

/**
 * Loads the addons that a request names. Throws `validation` with the fields of all that a server of the plan can't have.
 * Without a plan, which a request may have named wrongly, only those that are on sale for no plan are refused.
 */
export async function checkAddons(
  { db }: Pick<Cx, 'db'>,
  requests: readonly AddonRequest[],
  plan: Pick<Plan, 'id' | 'bandwidth_tb'> | undefined,
): Promise<WantedAddon[]> {
  if (requests.length === 0) return [];
  const products = await findAddonProducts(
    db,
    requests.map(({ key }) => key),
  );
  const refusals: Failure[] = [];
  const wanted = requests.flatMap((request) => {
    const product = products.find(({ key }) => key === request.key);
    const offer = product && { ...product, onSale: product.disabled_at === null, planIds: product.plan_ids };
    const refusal = addonRefusal(request, offer, plan);
    if (refusal === undefined && product) return [{ field: request.field, product, quantity: request.quantity }];
    refusals.push(invalid(request.field, refusal ?? 'This addon is not available for this plan.'));
    return [];
  });
  throwAll(refusals);
  return wanted;
}
