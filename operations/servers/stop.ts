import type { Server } from '@innkeeper/db/schema';
import type { LoadedServer } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '@innkeeper/domain/context';
import { powerAction } from '@innkeeper/domain/servers/power-action';

/** Asks the guest to shut down; its plug is pulled after a grace period. Throws `locked`. */
export function stopServer(cx: MutatingCx, input: { server: Server }): Promise<LoadedServer> {
  return powerAction(cx, input.server, { verb: 'stop', operation: 'stopServer' });
}
