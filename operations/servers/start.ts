import type { Server } from '@innkeeper/db/schema';
import type { LoadedServer } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '@innkeeper/domain/context';
import { powerAction } from '@innkeeper/domain/servers/power-action';

/** Boots a stopped server. Throws `locked`. */
export function startServer(cx: MutatingCx, input: { server: Server }): Promise<LoadedServer> {
  return powerAction(cx, input.server, { verb: 'start', operation: 'startServer' });
}
