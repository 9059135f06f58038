import type { LoadedServer } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '@innkeeper/domain/context';
import { pressPower } from '@innkeeper/domain/servers/power-action';

/** Reboots a running server, and starts a stopped one. Throws `not_found`, `not_yours`, `locked`, `wrong_state`. */
export function restartServer(cx: MutatingCx, input: { server: number }): Promise<LoadedServer> {
  return pressPower(cx, input.server, { verb: 'restart', operation: 'restartServer' });
}
