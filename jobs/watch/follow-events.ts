import { serverIdOf } from '@innkeeper/model/servers/machine-names';
import type { NodeContext } from '../job.ts';
import type { Track } from '../start.ts';
import { observeServer } from './observe-server.ts';

/** Observes a guest as soon as the engine reports a change. Returns the function that ends the subscription. */
export function followEvents(cx: NodeContext, track: Track): () => void {
  return cx.engine.compute.watch((event) => {
    const serverId = serverIdOf(event.machineId);
    if (serverId !== undefined) void track('watch', () => observeServer(cx, serverId));
  });
}
