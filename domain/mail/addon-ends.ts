/** Addons that end because nobody pays their renewal, as mails tell it. */
import { mailedServices } from '@innkeeper/db/tables/mailed-services';
import { type LoadedOrder, serviceLines } from '@innkeeper/db/tables/orders';
import type { EndingAddons } from '@innkeeper/model/mail/templates';
import type { Cx } from '../context.ts';

/**
 * Returns when the addons of an order end without payment, or nothing if the order renews other services too. Such an addon has no grace
 * period: it ends with its paid time, or with its order if that is later (jobs/end-addons.ts).
 */
export async function addonEnds(
  { db }: Pick<Cx, 'db'>,
  { lines, due_at: dueAt }: LoadedOrder,
): Promise<{ addons?: EndingAddons }> {
  const services = await mailedServices(
    db,
    serviceLines(lines).map(({ service_id }) => service_id),
  );
  const ends = services.flatMap(({ parent_id, expiry_at }) => (parent_id !== null && expiry_at ? [expiry_at.getTime()] : []));
  if (ends.length === 0 || ends.length < services.length) return {};
  const at = Math.max(Math.min(...ends), dueAt?.getTime() ?? 0);
  return { addons: { at, keepsBackups: services.some(({ key }) => key === 'backups') } };
}
