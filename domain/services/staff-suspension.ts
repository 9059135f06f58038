/** Suspensions by staff, which last until staff resumes the service, and ends by staff. */
import type { Order } from '@innkeeper/db/schema';
import { endingServiceOf, findServiceEnd } from '@innkeeper/db/tables/service-ends';
import { Failure } from '@innkeeper/model/failures';
import { staffEndSentence } from '@innkeeper/model/services/staff-ends';
import type { Cx } from '../context.ts';

/** Throws `wrong_state` if staff ends one of the services. */
export function refuseEnding(services: readonly { staff_ends_at: Date | null }[]): void {
  for (const { staff_ends_at: at } of services)
    if (at !== null) throw new Failure('wrong_state', { message: staffEndSentence(at) });
}

/**
 * Throws `wrong_state` if one of the orders renews a service that staff ends. An order that was being paid at the request for the end waits
 * for payment again if that payment fails.
 */
export async function refuseRenewalOfEnding(
  { db }: Pick<Cx, 'db'>,
  orders: readonly Pick<Order, 'id' | 'type'>[],
): Promise<void> {
  const renewals = orders.filter(({ type }) => type === 'renew-service' || type === 'combined');
  const at =
    renewals.length > 0
      ? await endingServiceOf(
          db,
          renewals.map(({ id }) => id),
        )
      : undefined;
  if (at) refuseEnding([{ staff_ends_at: at }]);
}

/** Returns the sentence for the owner of a service that staff ends, with the reason, or `undefined` for another service. */
export async function staffEndOf(db: Cx['db'], id: number): Promise<string | undefined> {
  const end = await findServiceEnd(db, id);
  return end && `${staffEndSentence(end.ends_at)} Reason: ${end.reason}`;
}

/** Returns the sentence for the owner of a service suspended by staff, or `undefined` for another service. */
export async function staffSuspensionOf(db: Cx['db'], id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('services')
    .select('staff_suspend_reason as reason')
    .where('id', '=', id)
    .where('staff_suspended_at', 'is not', null)
    .executeTakeFirst();
  return row && `Our staff has suspended this service, and a payment does not resume it. Contact support. Reason: ${row.reason}`;
}
