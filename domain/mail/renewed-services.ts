/** Services that an order renews, as mails name them. */
import type { Order } from '@innkeeper/db/schema';
import { mailedServices } from '@innkeeper/db/tables/mailed-services';
import { type LoadedOrder, serviceLines } from '@innkeeper/db/tables/orders';
import type { MailedService } from '@innkeeper/model/mail/templates';
import type { Cx } from '../context.ts';

/** Returns whether an order renews services. */
export const isRenewal = ({ type }: Pick<Order, 'type'>): boolean => type === 'renew-service' || type === 'combined';

/** Returns the services of a renewal with the end of their paid time, by expiry. An addon counts only if its server is not renewed. */
export async function renewedServices({ db }: Pick<Cx, 'db'>, { lines }: LoadedOrder): Promise<MailedService[]> {
  const all = await mailedServices(
    db,
    serviceLines(lines).map(({ service_id }) => service_id),
  );
  // An addon is renewed with its server, or alone up to the end of its server.
  const servers = all.filter(({ parent_id }) => parent_id === null);
  return (servers.length > 0 ? servers : all).flatMap(({ name, expiry_at }) =>
    expiry_at ? [{ name, until: expiry_at.getTime() }] : [],
  );
}
