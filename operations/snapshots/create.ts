import type { Copy, Server } from '@innkeeper/db/schema';
import type { MutatingCx } from '@innkeeper/domain/context';
import { createCopy } from '@innkeeper/domain/copies/create';

/**
 * Takes a snapshot of a server while it keeps running. The snapshot is listed once it is complete. Throws `not_found`, `not_yours`,
 * `locked`, `wrong_state` and `no_capacity`.
 */
export async function createSnapshot(cx: MutatingCx, input: { server: Server; name: string }): Promise<Copy> {
  const { server } = input;
  return createCopy(cx, server, { kind: 'snapshot', name: input.name, origin: 'customer', action: 'createSnapshot' });
}
