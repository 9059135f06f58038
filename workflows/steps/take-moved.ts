/** Lets a server run that has moved to this node. */
import type { MovedState } from '@innkeeper/engine/compute/move-port';
import type { Engine } from '@innkeeper/engine/open';

/**
 * Answers for the addresses of a received machine, and starts it. The server's row must name this node. Idempotent. Throws as `take` and
 * `release` of the engine's ports.
 */
export async function takeMoved(
  { compute, network }: Pick<Engine, 'compute' | 'network'>,
  machineId: string,
  moved: MovedState,
): Promise<void> {
  // Before the guest runs, so that its first packets are answered.
  await network.release(machineId);
  await compute.take(machineId, moved);
}
