import type { Server } from '@innkeeper/db/schema';
import { type CurrentUsage, currentUsage } from '@innkeeper/db/tables/metrics';
import type { Cx } from '@innkeeper/domain/context';
import { cycleStart } from '@innkeeper/model/usage';

export interface ServerLiveStatus {
  server: Server;
  /** The latest look of the worker; undefined before the first. */
  usage: CurrentUsage | undefined;
  /** In and out of this cycle, in bytes. */
  cycleBytes: bigint;
  dnsResolvers: readonly string[];
}

/** Live figures of a server, as the worker last saw them. */
export async function getServerStatus(cx: Cx, input: { server: Server }): Promise<ServerLiveStatus> {
  const { server } = input;
  const usage = await currentUsage(cx.db, server.id);
  const thisCycle = usage?.cycle_began_at.getTime() === cycleStart(server, cx.clock.now()).getTime();
  return {
    server,
    usage,
    cycleBytes: usage && thisCycle ? usage.cycle_bytes : 0n,
    dnsResolvers: cx.settings.dnsResolvers,
  };
}
