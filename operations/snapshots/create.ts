import type { Copy } from '@innkeeper/db/schema';
import type { MutatingCx } from '@innkeeper/domain/context';
import { createCopy } from '@innkeeper/domain/copies/create';
import { ownBuiltServer } from '@innkeeper/domain/servers/own-built';

/**
 * Takes a snapshot of a server, which goes on running; it is listed once it is whole. Throws `not_found`, `not_yours`,
 * `locked`, `wrong_state`, `no_capacity`.
 */
export async function createSnapshot(cx: MutatingCx, input: { server: number; name: string }): Promise<Copy> {
  const server = await ownBuiltServer(cx, input.server);
  return createCopy(cx, server, { kind: 'snapshot', name: input.name, origin: 'customer', action: 'createSnapshot' });
}
