import type { EventDelivery } from '@innkeeper/db/tables/event-deliveries';
import type { Cx } from '@innkeeper/domain/context';

/** The row of the path, as it is. */
export async function getEventDelivery(_cx: Cx, { delivery }: { delivery: EventDelivery }): Promise<EventDelivery> {
  return delivery;
}
