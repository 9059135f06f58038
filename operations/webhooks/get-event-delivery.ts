import type { EventDelivery } from '@innkeeper/db/tables/event-deliveries';
import type { Cx } from '@innkeeper/domain/context';

/** Returns the delivery that the path refers to. */
export async function getEventDelivery(_cx: Cx, { delivery }: { delivery: EventDelivery }): Promise<EventDelivery> {
  return delivery;
}
