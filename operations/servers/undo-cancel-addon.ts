import type { Server } from '@innkeeper/db/schema';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { withdrawCancellation } from '@innkeeper/domain/services/cancellation';
import { serviceOf } from '@innkeeper/domain/services/service-of';

/** Withdraws the request to cancel an addon. Throws `not_found`, `not_yours`, `locked`, `wrong_state` when there is none. */
export async function undoCancelServerAddon(
  cx: MutatingCx,
  { server, addon }: { server: Server; addon: { id: number } },
): Promise<void> {
  await withdrawCancellation(cx, await serviceOf(cx, addon));
  await audit(cx, 'undoCancelServerAddon', { kind: 'server', id: server.id }, { addon: addon.id });
}
