import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { type Cancellation, requestCancellation } from '@innkeeper/domain/services/cancellation';
import { ownService } from '@innkeeper/domain/services/own';

/**
 * Has a server ended: suspended now or when it expires, and taken away after the grace period. Nothing is paid back. Throws `not_found`,
 * `not_yours`, `locked`, `wrong_state`.
 */
export async function cancelServer(
  cx: MutatingCx,
  { server: id, ...cancellation }: { server: number } & Cancellation,
): Promise<void> {
  const service = await ownService(cx, 'server', id);
  await requestCancellation(cx, service, cancellation);
  await audit(cx, 'cancelServer', { kind: 'server', id }, { now: cancellation.now });
}
