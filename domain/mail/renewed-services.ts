/** Services that an order renews, as mails name them. */
import type { Order } from '@innkeeper/db/schema';
import { mailedServices } from '@innkeeper/db/tables/mailed-services';
import { type LoadedOrder, serviceLines } from '@innkeeper/db/tables/orders';
import type { MailedService } from '@innkeeper/model/mail/templates';
import { type Expiring, suspendUnpaidAt } from '@innkeeper/model/services/renewals';
import type { Cx } from '../context.ts';

/** Returns whether an order renews services. */
export const isRenewal = ({ type }: Pick<Order, 'type'>): boolean => type === 'renew-service' || type === 'combined';

/** Returns services with the end of their paid time, and the time at which they are switched off if it is later. The first one is off first. */
export function termsOf(services: readonly (Expiring & { name: string })[]): MailedService[] {
  return services
    .map((service) => ({ name: service.name, until: service.expiry_at.getTime(), at: suspendUnpaidAt(service).getTime() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ name, until, at }) => ({ name, until, ...(at > until && { offAt: at }) }));
}

/** Returns the services of a renewal with their terms. An addon counts only if its server is not renewed. */
export async function renewedServices({ db }: Pick<Cx, 'db'>, { lines }: LoadedOrder): Promise<MailedService[]> {
  const all = await mailedServices(
    db,
    serviceLines(lines).map(({ service_id }) => service_id),
  );
  // An addon is renewed with its server, or alone up to the end of its server.
  const servers = all.filter(({ parent_id }) => parent_id === null);
  return termsOf(
    (servers.length > 0 ? servers : all).flatMap(({ name, parent_id, status, is_cancelled, expiry_at, suspend_after }) => {
      if (!expiry_at) return [];
      // An addon alone ends with its paid time. A service that is off, or cancelled, has no more time.
      const isPostponed = parent_id === null && status === 'active' && !is_cancelled;
      return [{ name, expiry_at, suspend_after: isPostponed ? suspend_after : null }];
    }),
  );
}
