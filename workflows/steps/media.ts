/** Prepares a server's drives for the engine of its node. */
import type { Database } from '@innkeeper/db/schema';
import { listReservationNodes } from '@innkeeper/db/tables/disk-reservations';
import { isoPath } from '@innkeeper/db/tables/isos';
import type { Drives } from '@innkeeper/domain/workflows/inputs';
import type { Media } from '@innkeeper/engine/compute/port';
import { seconds } from '@innkeeper/model/time/clock';
import type { Kysely } from 'kysely';
import { NonRetryableError, type PollAfter, pollAfter, type StepContext } from '../define.ts';

/** Returns the media of the drives. A missing or incomplete file is an empty drive. */
export async function mediaOf(db: Kysely<Database>, { primary, secondary, bootIso }: Drives, nodeId: number): Promise<Media> {
  const pathOf = async (id: number | null) => (id === null ? null : isoPath(db, id, nodeId));
  const [first, second] = [await pathOf(primary), await pathOf(secondary)];
  return { primary: first, secondary: second, bootFrom: bootIso && first !== null ? 'iso' : 'disk' };
}

/**
 * Waits until other workflows have downloaded the files for these drives to the node. Throws if a download failed, which released its
 * reservation. A file whose ISO no longer exists is an empty drive.
 */
export async function waitForIsos(
  { db }: Pick<StepContext<unknown>, 'db'>,
  { primary, secondary }: Drives,
  nodeId: number,
): Promise<undefined | PollAfter> {
  for (const id of [primary, secondary]) {
    if (id === null || (await isoPath(db, id, nodeId)) !== null) continue;
    if ((await listReservationNodes(db, { kind: 'iso', id })).includes(nodeId)) return pollAfter(seconds(0.5));
    const iso = await db.selectFrom('isos').select('id').where('id', '=', id).executeTakeFirst();
    if (iso)
      throw new NonRetryableError(
        'customer',
        'The ISO could not be downloaded to the host of this server. Try again, or contact support.',
      );
  }
  return undefined;
}
