import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { withdrawCancellation } from '@innkeeper/domain/services/cancellation';
import { ownService } from '@innkeeper/domain/services/own';

/** Keeps a server whose end was asked for; one that was suspended for it serves again. Throws `not_found`, `not_yours`, `locked`, `wrong_state`. */
export async function undoCancelServer(cx: MutatingCx, { server: id }: { server: number }): Promise<void> {
  const service = await ownService(cx, 'server', id);
  await withdrawCancellation(cx, service);
  await audit(cx, 'undoCancelServer', { kind: 'server', id });
}
