/** Groups in which customers find images. */
import { sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

/** Adds a group of operating systems at the end, unless its key exists. */
export async function insertImageGroup(trx: Transaction<Database>, { key, name }: { key: string; name: string }): Promise<void> {
  const position = sql<number>`(select coalesce(max(position), 0) + 1 from image_groups where key <> 'custom')`;
  await trx
    .insertInto('image_groups')
    .values({ key, name, type: 'os', icon: key, position })
    .onConflict((oc) => oc.column('key').doNothing())
    .execute();
}
