/** Makes sure that a node has the ISO files for the drives of one of its servers. */
import { gbOf, holdRoomOn, roomNodes } from '@innkeeper/db/tables/disk-rooms';
import { findIso, isoNodes } from '@innkeeper/db/tables/isos';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';
import type { Drives } from '../workflows/inputs.ts';
import { start } from '../workflows/start.ts';

/**
 * Reserves room for the files that the node does not have and starts their downloads, once each; returns whether any is still
 * being downloaded. The workflow of the server waits for them. Throws `no_capacity` when the node has no room, `validation` for a
 * file that is nowhere to be had.
 */
export async function provideIsos(cx: MutatingCx, drives: Drives, nodeId: number): Promise<boolean> {
  let coming = false;
  for (const [field, id] of drivesOf(drives)) {
    if (id === null || (await isoNodes(cx.db, id)).includes(nodeId)) continue;
    coming = true;
    const room = { kind: 'iso', id, nodeId } as const;
    // Another server of this node asked for it already.
    if ((await roomNodes(cx.db, room)).includes(nodeId)) continue;
    const iso = await findIso(cx.db, id);
    if (!iso?.url) throw invalid(field, 'This ISO is not available on the host of the server.');
    const gb = gbOf(Number(iso.size ?? 0));
    if (!(await holdRoomOn(cx.db, { ...room, accountId: iso.account_id, gb })))
      throw new Failure('no_capacity', {
        message: 'The host of this server has too little disk space for this ISO at the moment. Try again later.',
      });
    // For the caller, also where the file is the operator's; others may use the ISO on other nodes meanwhile.
    const row = { id, account_id: cx.actor.accountId };
    await start(cx, 'iso.download', row, { nodeId }, { action: 'provideIso', nodeId, lock: null });
  }
  return coming;
}

const drivesOf = ({ primary, secondary }: Drives) =>
  [
    ['primary_iso_id', primary],
    ['secondary_iso_id', secondary],
  ] as const;
