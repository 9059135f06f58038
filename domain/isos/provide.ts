/** Makes sure that a node has the ISO files of a server's drives. */
import { gbOf, listReservationNodes, reserveDiskOn } from '@innkeeper/db/tables/disk-reservations';
import { findIso, isoNodes } from '@innkeeper/db/tables/isos';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';
import type { Drives } from '../workflows/inputs.ts';
import { startWorkflow } from '../workflows/start.ts';

/**
 * Reserves disk space for missing files and starts one download per file. Returns whether a download is in progress. The server's workflow
 * waits for it.
 *
 * Throws `no_capacity` if the node lacks disk space, and `validation` for a file that cannot be downloaded.
 */
export async function provideIsos(cx: MutatingCx, drives: Drives, nodeId: number): Promise<boolean> {
  let isDownloading = false;
  for (const [field, id] of drivesOf(drives)) {
    if (id === null || (await isoNodes(cx.db, id)).includes(nodeId)) continue;
    isDownloading = true;
    const room = { kind: 'iso', id, nodeId } as const;
    // Another server of this node has already requested the file.
    if ((await listReservationNodes(cx.db, room)).includes(nodeId)) continue;
    const iso = await findIso(cx.db, id);
    if (!iso?.url) throw invalid(field, 'This ISO is not available on the host of the server.');
    const gb = gbOf(Number(iso.size ?? 0));
    if (!(await reserveDiskOn(cx.db, { ...room, accountId: iso.account_id, gb })))
      throw new Failure('no_capacity', {
        message: 'The host of this server has too little disk space for this ISO at the moment. Try again later.',
      });
    // The caller's account owns the workflow, even for a file of the operator. The ISO stays usable on other nodes.
    const row = { id, account_id: cx.actor.accountId };
    await startWorkflow(cx, 'iso.download', row, { nodeId }, { action: 'provideIso', nodeId, lock: null });
  }
  return isDownloading;
}

const drivesOf = ({ primary, secondary }: Drives) =>
  [
    ['primary_iso_id', primary],
    ['secondary_iso_id', secondary],
  ] as const;
