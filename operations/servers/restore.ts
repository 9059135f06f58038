import { type LoadedServer, loadServer } from '@innkeeper/db/tables/servers';
import { record } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { type NamedCopy, usableCopy } from '@innkeeper/domain/copies/source';
import { ownReplaceableDisk } from '@innkeeper/domain/servers/own-replaceable';
import { enqueue } from '@innkeeper/domain/workflows/enqueue';
import { hours } from '@innkeeper/model/clock';

/**
 * Puts a copy, of this server or of another one of the caller, in place of the disk, and boots it. Name, keys and password
 * are afterwards those of this server. Throws `not_found`, `not_yours` (also for a copy), `locked`, `wrong_state`, and
 * `validation` under the copy's field when it is not there or larger than the disk.
 */
export async function restoreServer(cx: MutatingCx, input: { server: number; copy: NamedCopy }): Promise<LoadedServer> {
  const server = await ownReplaceableDisk(cx, input.server);
  const copy = await usableCopy(cx, input.copy, { gb: server.disk_gb, of: 'server' });
  const workflow = await enqueue(cx.db, {
    kind: 'server.restore',
    accountId: server.account_id,
    input: { serverId: server.id, copyId: copy.id, wasOff: server.power === 'stopped' || server.power === 'crashed' },
    resource: { kind: 'server', id: server.id },
    lockReason: 'restore',
    lockDeadlineMs: hours(12),
    now: cx.clock.now(),
  });
  await record(cx, 'restoreServer', { kind: 'server', id: server.id }, { [copy.kind]: copy.id, workflow });
  return loadServer(cx.db, server.id);
}
