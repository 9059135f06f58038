import type { Server } from '@innkeeper/db/schema';
import { type LoadedServer, loadServer, updateServer } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '@innkeeper/domain/context';
import { provideIsos } from '@innkeeper/domain/isos/provide';
import { requireReference } from '@innkeeper/domain/resources/references';
import { driveColumns } from '@innkeeper/domain/servers/deploy-drives';
import type { Drives } from '@innkeeper/domain/workflows/inputs';
import { KINDS } from '@innkeeper/domain/workflows/kinds';
import { start } from '@innkeeper/domain/workflows/start';
import { invalid } from '@innkeeper/model/failures';

/** null ejects, absent leaves a drive as it is. */
export interface ModifyIsos {
  server: Server;
  primary?: number | null | undefined;
  secondary?: number | null | undefined;
  /** What the next start boots. Default: the ISO once one is put into the primary drive, the disk once it is taken out. */
  bootFrom?: 'disk' | 'iso' | undefined;
}

/**
 * Changes what is in the two drives, at once when the server runs; what it boots changes with its next start. Throws
 * `not_found`, `not_yours` (also for an ISO), `locked`, `wrong_state`, `validation` with the field.
 */
export async function modifyServerIsos(cx: MutatingCx, input: ModifyIsos): Promise<LoadedServer> {
  const { server } = input;
  if (input.primary) await requireReference(cx, 'iso', input.primary, 'primary_iso_id');
  if (input.secondary) await requireReference(cx, 'iso', input.secondary, 'secondary_iso_id');
  const old: Drives = { primary: server.primary_iso_id, secondary: server.secondary_iso_id, bootIso: server.boot_iso };
  const wanted = drivesAfter(old, input);
  await updateServer(cx.db, server.id, driveColumns(wanted));
  const coming = await provideIsos(cx, wanted, server.node_id);
  await start(
    cx,
    'server.set-media',
    server,
    { new: wanted, old },
    {
      action: 'modifyServerIsos',
      details: { ...wanted },
      // Where the node has to download a file first, that may take as long as a download may.
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
