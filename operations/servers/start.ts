import type { LoadedServer } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '@innkeeper/domain/context';
import { pressPower } from '@innkeeper/domain/servers/power-action';

/** Boots a stopped server. Throws `not_found`, `not_yours`, `locked`, `wrong_state`. */
export function startServer(cx: MutatingCx, input: { server: number }): Promise<LoadedServer> {
  return pressPower(cx, input.server, { verb: 'start', operation: 'startServer' });
}
