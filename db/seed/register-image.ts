import { type Insertable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

export interface NewImage extends Omit<Insertable<Database['images']>, 'id' | 'group_id' | 'disabled_at'> {
  /** Key of the image's group. */
  group: string;
}

/**
 * Puts an image on sale under its key, or updates its row (a rebuilt image has a new path). An image that the operator disabled stays
 * disabled. Returns its id.
 */
export async function registerImage(trx: Transaction<Database>, { group, ...image }: NewImage): Promise<number> {
  const { id: group_id } = await trx.selectFrom('image_groups').select('id').where('key', '=', group).executeTakeFirstOrThrow();
  const row = { ...image, group_id };
  const { id } = await trx
    .insertInto('images')
    .values({ ...row, position: row.position ?? sql`(select coalesce(max(position), 0) + 1 from images)` })
    .onConflict((oc) => oc.column('key').doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
