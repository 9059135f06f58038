import type { Server } from '@innkeeper/db/schema';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { type Cancellation, requestCancellation } from '@innkeeper/domain/endings/cancellation';
import { serviceOf } from '@innkeeper/domain/services/service-of';

/**
 * Cancels a server. It is suspended now or at its expiry, and terminated after the grace period. Nothing is refunded. Throws `not_found`,
 * `not_yours`, `locked` and `wrong_state`.
 */
export async function cancelServer(
  cx: MutatingCx,
  { server, ...cancellation }: { server: Server } & Cancellation,
): Promise<void> {
  await requestCancellation(cx, await serviceOf(cx, server), cancellation);
  await audit(cx, 'cancelServer', { kind: 'server', id: server.id }, { now: cancellation.now });
}
