import type { Copy } from '@innkeeper/db/schema';
import { record } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { createCopy } from '@innkeeper/domain/copies/create';
import { ownBuiltServer } from '@innkeeper/domain/servers/own-built';

/**
 * Takes a snapshot of a server, which goes on running; it is listed once it is whole. Throws `not_found`, `not_yours`,
 * `locked`, `wrong_state`, `no_capacity`.
 */
export async function createSnapshot(cx: MutatingCx, input: { server: number; name: string }): Promise<Copy> {
  const server = await ownBuiltServer(cx, input.server);
  const { copy, workflow } = await createCopy(cx, server, { kind: 'snapshot', name: input.name, origin: 'customer' });
  await record(cx, 'createSnapshot', { kind: 'snapshot', id: copy.id }, { server: server.id, workflow });
  return copy;
}
