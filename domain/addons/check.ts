/** Validates the addons of a request against what is sold for a plan. */
import type { Plan } from '@innkeeper/db/schema';
import { findAddonProducts, type LoadedAddonProduct } from '@innkeeper/db/tables/addon-products';
import { type Failure, invalid } from '@innkeeper/model/failures';
import { type AddonRequest, addonRefusal } from '@innkeeper/model/services/addons';
import type { Cx } from '../context.ts';
import { throwAll } from '../refusals.ts';

export interface CheckedAddon {
  /** Field of the request. */
  field: string;
  product: LoadedAddonProduct;
  quantity: number;
}

/**
 * Loads the addons of a request. Throws `validation` with the fields of all addons that a server of this plan cannot have.
 *
 * `plan` is `undefined` if the request names an invalid plan. In that case only addons that are not on sale for any plan fail.
 */
export async function checkAddons(
  { db }: Pick<Cx, 'db'>,
  requests: readonly AddonRequest[],
  plan: Pick<Plan, 'id' | 'bandwidth_tb'> | undefined,
): Promise<CheckedAddon[]> {
  if (requests.length === 0) return [];
  const products = await findAddonProducts(
    db,
    requests.map(({ key }) => key),
  );
  const refusals: Failure[] = [];
  const addons = requests.flatMap((request) => {
    const product = products.find(({ key }) => key === request.key);
    const offer = product && { ...product, onSale: product.disabled_at === null, planIds: product.plan_ids };
    const refusal = addonRefusal(request, offer, plan);
    if (refusal === undefined && product) return [{ field: request.field, product, quantity: request.quantity }];
    refusals.push(invalid(request.field, refusal ?? 'This addon is not available for this plan.'));
    return [];
  });
  throwAll(refusals);
  return addons;
}
