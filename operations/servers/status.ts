import type { Server } from '@innkeeper/db/schema';
import { moreTraffic } from '@innkeeper/db/tables/addons';
import { currentUsage } from '@innkeeper/db/tables/metrics';
import type { Cx } from '@innkeeper/domain/context';
import { trafficLimit } from '@innkeeper/model/addons';
import { cycleStart } from '@innkeeper/model/usage';
import type { ServerLiveStatus } from '@innkeeper/present/server-status';

/** Returns the live figures of a server from the worker's latest sample. */
export async function getServerStatus(cx: Cx, input: { server: Server }): Promise<ServerLiveStatus> {
  const { server } = input;
  const [usage, more] = await Promise.all([currentUsage(cx.db, server.id), moreTraffic(cx.db, server.id)]);
  const thisCycle = usage?.cycle_began_at.getTime() === cycleStart(server, cx.clock.now()).getTime();
  return {
    server,
    usage,
    cycleBytes: usage && thisCycle ? usage.cycle_bytes : 0n,
    limitTb: trafficLimit(server.bandwidth_tb, more),
    dnsResolvers: cx.settings.dnsResolvers,
  };
}
