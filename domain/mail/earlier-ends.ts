/** Services of an unpaid renewal that are deleted before its due time, as its request to pay names them. */
import { findAccount } from '@innkeeper/db/tables/accounts';
import { mailedServices } from '@innkeeper/db/tables/mailed-services';
import { type LoadedOrder, serviceLines } from '@innkeeper/db/tables/orders';
import type { MailedService } from '@innkeeper/model/mail/templates';
import { unpaidEndsOf } from '@innkeeper/model/services/renewals';
import { minutes } from '@innkeeper/model/time/clock';
import type { Cx } from '../context.ts';
import { bounded } from './composer.ts';
import { isRenewal } from './renewed-services.ts';

/** Time in milliseconds between the last end and the due time of an order, which is set from it. */
const SAME_TIME_MS = minutes(1);

/** Returns the services that are deleted while their renewal can still be paid, by their ends. Nothing of a suspended account is deleted. */
export async function earlierEnds(
  { db, settings }: Pick<Cx, 'db' | 'settings'>,
  order: LoadedOrder,
): Promise<{ earlier?: MailedService[]; moreEarlier?: number }> {
  const { account_id: accountId, due_at: dueAt } = order;
  if (!isRenewal(order) || !dueAt) return {};
  const account = await findAccount(db, accountId);
  if (account?.suspended_at !== null || account.billing_parked_at !== null) return {};
  const services = await mailedServices(
    db,
    serviceLines(order.lines).map(({ service_id }) => service_id),
  );
  const ending = services
    .filter(({ is_cancelled, staff_suspended_at }) => !is_cancelled && staff_suspended_at === null)
    .flatMap((service) => {
      const [end] = unpaidEndsOf([service], settings.cancelGraceMs);
      return end && end.getTime() + SAME_TIME_MS < dueAt.getTime() ? [{ name: service.name, until: end.getTime() }] : [];
    })
    .toSorted((one, other) => one.until - other.until);
  if (ending.length === 0) return {};
  const { listed, more } = bounded(ending);
  return { earlier: listed, ...(more > 0 && { moreEarlier: more }) };
}
