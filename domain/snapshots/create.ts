import type { Copy } from '@innkeeper/db/schema';
import type { MutatingCx } from '../context.ts';
import { makeCopy } from '../copies/make.ts';
import { record } from '../record.ts';
import { ownBuiltServer } from '../servers/own-built.ts';

/**
 * Takes a snapshot of a server, which goes on running; it is listed once it is whole. Throws `not_found`, `not_yours`,
 * `locked`, `wrong_state`, `no_capacity`.
 */
export async function createSnapshot(cx: MutatingCx, input: { server: number; name: string }): Promise<Copy> {
  const server = await ownBuiltServer(cx, input.server);
  const { copy, workflow } = await makeCopy(cx, server, { kind: 'snapshot', name: input.name, origin: 'customer' });
  await record(cx, 'createSnapshot', { kind: 'snapshot', id: copy.id }, { server: server.id, workflow });
  return copy;
}
