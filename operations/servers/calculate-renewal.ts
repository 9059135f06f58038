import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { type Renewal, renewalLines } from '@innkeeper/domain/services/renewal';
import { taxOf } from '@innkeeper/domain/tax/tax-of';
import { type LineAmount, sumLines } from '@innkeeper/model/pricing/order';

/** What a renewal would cost; nothing is ordered or reserved. Throws `validation` with the field, `not_yours`, `wrong_state`. */
export async function calculateServerRenewal(cx: MutatingCx<Customer>, renewal: Renewal): Promise<LineAmount> {
  return sumLines(await renewalLines(cx, await taxOf(cx, cx.actor.accountId), renewal));
}
