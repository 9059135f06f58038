import type { LoadedServer } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '@innkeeper/domain/context';
import { pressPower } from '@innkeeper/domain/servers/power-action';

/** Asks the guest to shut down; its plug is pulled after a grace period. Throws `not_found`, `not_yours`, `locked`, `wrong_state`. */
export function stopServer(cx: MutatingCx, input: { server: number }): Promise<LoadedServer> {
  return pressPower(cx, input.server, { verb: 'stop', operation: 'stopServer' });
}
