import type { Server } from '@innkeeper/db/schema';
import { type LoadedServer, loadServer, updateServer } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '@innkeeper/domain/context';
import { provideIsos } from '@innkeeper/domain/isos/provide';
import { requireReference } from '@innkeeper/domain/resources/references';
import { driveColumns } from '@innkeeper/domain/servers/deploy-drives';
import type { Drives } from '@innkeeper/domain/workflows/inputs';
import { KINDS } from '@innkeeper/domain/workflows/kinds';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { invalid } from '@innkeeper/model/failures';

/** `null` ejects an ISO, and `undefined` leaves the drive unchanged. */
export interface ModifyIsos {
  server: Server;
  primary?: number | null | undefined;
  secondary?: number | null | undefined;
  /** Boot source of the next start. Default: the ISO after an ISO is inserted into the primary drive, and the disk after it is ejected. */
  bootFrom?: 'disk' | 'iso' | undefined;
}

/**
 * Changes the ISOs in the two drives, at once if the server is running. A new boot source takes effect at the next start.
 *
 * Throws `not_found`, `not_yours` (also for an ISO), `locked`, `wrong_state`, and `validation` with the field.
 */
export async function modifyServerIsos(cx: MutatingCx, input: ModifyIsos): Promise<LoadedServer> {
  const { server } = input;
  if (input.primary) await requireReference(cx, 'iso', input.primary, 'primary_iso_id');
  if (input.secondary) await requireReference(cx, 'iso', input.secondary, 'secondary_iso_id');
  const old: Drives = { primary: server.primary_iso_id, secondary: server.secondary_iso_id, bootIso: server.boot_iso };
  const desired = drivesAfter(old, input);
  await updateServer(cx.db, server.id, driveColumns(desired));
  const coming = await provideIsos(cx, desired, server.node_id);
  await startWorkflow(
    cx,
    'server.set-media',
    server,
    { new: desired, old },
    {
      action: 'modifyServerIsos',
      details: { ...desired },
      // If the node has to download a file first, allow as much time as for a download.
      ...(coming ? { lockDeadlineMs: KINDS['iso.download'].lockDeadlineMs } : {}),
    },
  );
  return loadServer(cx.db, server.id);
}

function drivesAfter(old: Drives, { primary = old.primary, secondary = old.secondary, bootFrom }: ModifyIsos): Drives {
  if (bootFrom === 'iso' && primary === null)
    throw invalid('boot_from', 'The primary drive has no ISO to boot from. Insert an ISO first.');
  const changed = primary !== old.primary;
  const bootIso = bootFrom ? bootFrom === 'iso' : primary !== null && (changed || old.bootIso);
  return { primary, secondary, bootIso };
}
