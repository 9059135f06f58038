import type { Server } from '@innkeeper/db/schema';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { revokeCancellation } from '@innkeeper/domain/endings/cancellation';
import { serviceOf } from '@innkeeper/domain/services/service-of';

/** Withdraws the cancellation of an addon. Throws `not_found`, `not_yours`, `locked`, and `wrong_state` if it is not cancelled. */
export async function undoCancelServerAddon(
  cx: MutatingCx,
  { server, addon }: { server: Server; addon: { id: number } },
): Promise<void> {
  await revokeCancellation(cx, await serviceOf(cx, addon));
  await audit(cx, 'undoCancelServerAddon', { kind: 'server', id: server.id }, { addon: addon.id });
}
