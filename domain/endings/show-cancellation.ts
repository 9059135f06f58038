/** Cancellations of services by their owners, as shown to staff. */
import type { Service } from '@innkeeper/db/schema';
import { findCancelRequest } from '@innkeeper/db/tables/services';
import { endAt } from '@innkeeper/model/services/services';
import type { Cx } from '../context.ts';

/** Returns the owner's cancellation of a service, or `null` if there is none or the service has ended. */
export async function showCancellation({ db, settings }: Pick<Cx, 'db' | 'settings'>, service: Service) {
  if (service.status === 'terminated') return null;
  const request = await findCancelRequest(db, service.id);
  if (!request) return null;
  const { now, reason, created_at } = request;
  return { now, reason, created_at, ends_at: endAt(request, service, settings.cancelGraceMs) };
}
