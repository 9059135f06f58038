import type { Server } from '@innkeeper/db/schema';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { type Cancellation, requestCancellation } from '@innkeeper/domain/endings/cancellation';
import { endEarly } from '@innkeeper/domain/endings/end-early';
import { serviceOf } from '@innkeeper/domain/services/service-of';

/**
 * Cancels an addon. It ends now with a refund of the remaining paid time, or at the end of that time. Throws `not_found`, `not_yours`,
 * `locked` and `wrong_state`.
 */
export async function cancelServerAddon(
  cx: MutatingCx,
  { server, addon, now, reason }: { server: Server; addon: { id: number } } & Cancellation,
): Promise<void> {
  const service = await serviceOf(cx, addon);
  if (now) await endEarly(cx, service, 'addon');
  else await requestCancellation(cx, service, { now, reason });
  await audit(cx, 'cancelServerAddon', { kind: 'server', id: server.id }, { addon: addon.id, now });
}
