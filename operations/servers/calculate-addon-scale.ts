import { priceAddonScale } from '@innkeeper/domain/addons/scale';
import type { RequestCx } from '@innkeeper/domain/context';
import { taxOf } from '@innkeeper/domain/tax/tax-of';
import { type LineAmount, sumLines } from '@innkeeper/model/pricing/order';
import type { AddonScaling } from './scale-addons.ts';

/**
 * Returns the cost of other addon sizes until the expiry. Negative amounts are refunds. Throws `validation` with the field, and
 * `wrong_state`.
 */
export async function calculateServerAddonScale(cx: RequestCx, { server, addons }: AddonScaling): Promise<LineAmount> {
  const changes = await priceAddonScale(cx, server, await taxOf(cx, server.account_id), addons);
  return sumLines(changes.map(({ amount }) => amount));
}
