import type { Server } from '@innkeeper/db/schema';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { revokeCancellation } from '@innkeeper/domain/endings/cancellation';
import { serviceOf } from '@innkeeper/domain/services/service-of';

/**
 * Withdraws the cancellation of a server and resumes a server that was suspended for it. Throws `not_found`, `not_yours`, `locked` and
 * `wrong_state`.
 */
export async function undoCancelServer(cx: MutatingCx, { server }: { server: Server }): Promise<void> {
  await revokeCancellation(cx, await serviceOf(cx, server));
  await audit(cx, 'undoCancelServer', { kind: 'server', id: server.id });
}
