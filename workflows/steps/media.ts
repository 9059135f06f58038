/** A server's drives as the engine wants them. */
import type { Database } from '@innkeeper/db/schema';
import type { Drives } from '@innkeeper/domain/workflows/inputs';
import type { Media } from '@innkeeper/engine/compute/port';
import type { Kysely } from 'kysely';

/** A file that is gone, or not whole, is an empty drive. */
export async function mediaOf(db: Kysely<Database>, { primary, secondary, bootIso }: Drives): Promise<Media> {
  const [first, second] = [await pathOf(db, primary), await pathOf(db, secondary)];
  return { primary: first, secondary: second, bootFrom: bootIso && first !== null ? 'iso' : 'disk' };
}

async function pathOf(db: Kysely<Database>, id: number | null): Promise<string | null> {
  if (id === null) return null;
  const iso = await db.selectFrom('isos').select('path').where('id', '=', id).executeTakeFirst();
  return iso?.path ?? null;
}
