import type { Server } from '@innkeeper/db/schema';
import type { LoadedServer } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '@innkeeper/domain/context';
import { powerAction } from '@innkeeper/domain/servers/power-action';

/**
 * Cuts the power at once. `over`: a start, stop or restart that waits for the guest, or the way into or out of rescue mode while it
 * waits for the guest to shut down; it is ended.
 */
export function powerOffServer(
  cx: MutatingCx,
  { server, over }: { server: Server; over: number | undefined },
): Promise<LoadedServer> {
  return powerAction(cx, server, { verb: 'power-off', operation: 'powerOffServer', over });
}
