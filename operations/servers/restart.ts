import type { Server } from '@innkeeper/db/schema';
import type { LoadedServer } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '@innkeeper/domain/context';
import { powerAction } from '@innkeeper/domain/servers/power-action';

/** Reboots a running server, and starts a stopped one. Throws `locked`. */
export function restartServer(cx: MutatingCx, input: { server: Server }): Promise<LoadedServer> {
  return powerAction(cx, input.server, { verb: 'restart', operation: 'restartServer' });
}
