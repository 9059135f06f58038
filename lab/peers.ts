/** Links between simulated engines of one process, for running servers that move between them. */
import { type Duplex, duplexPair } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PeersPort } from '@innkeeper/engine/compute/peers-port';
import { EngineError } from '@innkeeper/engine/error';
import type { Engine } from '@innkeeper/engine/open';
import { takeMoved } from '@innkeeper/workflows/steps/take-moved';

/** Joins engines. `engineOf` returns the engine of a node, or `undefined` while its worker does not run. */
export function joinEngines(engineOf: (node: string) => Engine | undefined): PeersPort {
  const reach = (node: string): Engine => {
    const engine = engineOf(node);
    if (engine === undefined) throw new EngineError('network', `the worker of ${node} cannot be reached`);
    return engine;
  };
  return {
    connect: async (node, machineId, stream) => counted(await reach(node).compute.connect(machineId, stream)),
    take: async (node, machineId, moved) => takeMoved(reach(node), machineId, moved),
  };
}

/** Returns the other end of a connection that counts its bytes, as a socket does. */
function counted(far: Duplex): Duplex & { bytesWritten: number } {
  const [near, middle] = duplexPair();
  const counting = Object.assign(near, { bytesWritten: 0 });
  middle.on('data', (chunk: Buffer) => {
    counting.bytesWritten += chunk.length;
  });
  for (const [from, to] of [
    [middle, far],
    [far, middle],
  ] as const)
    pipeline(from, to).catch(() => [near, far].forEach((end) => void end.destroy()));
  near.once('close', () => far.destroy());
  far.once('close', () => near.destroy());
  return counting;
}
