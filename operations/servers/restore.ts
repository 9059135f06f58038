import type { Server } from '@innkeeper/db/schema';
import { type LoadedServer, loadServer } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '@innkeeper/domain/context';
import { type NamedCopy, requireCopy } from '@innkeeper/domain/copies/source';
import { startWorkflow } from '@innkeeper/domain/workflows/start';

/**
 * Replaces the disk of a server with a copy of this or another server of the caller, and boots it. Name, keys and password stay those of
 * this server.
 *
 * Throws `not_found`, `not_yours` (also for a copy), `locked` and `wrong_state`. Throws `validation` under the copy's field if the copy
 * does not exist, is larger than the disk, or is stored on another node's disk.
 */
export async function restoreServer(cx: MutatingCx, input: { server: Server; copy: NamedCopy }): Promise<LoadedServer> {
  const { server } = input;
  const copy = await requireCopy(cx, input.copy, { gb: server.disk_gb, of: 'server', nodeId: server.node_id });
  await startWorkflow(
    cx,
    'server.restore',
    server,
    { copyId: copy.id, wasOff: server.power === 'stopped' || server.power === 'crashed' },
    { action: 'restoreServer', details: { [copy.kind]: copy.id } },
  );
  return loadServer(cx.db, server.id);
}
