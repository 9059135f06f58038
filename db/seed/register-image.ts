import type { ImageSource } from '@innkeeper/model/images/source';
import { type Insertable, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database, Image } from '../schema.ts';

type Columns = Insertable<Database['images']>;

export interface NewImage extends Omit<Columns, 'id' | 'group_id' | 'disabled_at' | 'missing_since' | 'source'> {
  /** Key of the image's group. */
  group: string;
  source?: ImageSource;
}

/**
 * Puts an image on sale under its key, or updates its row (a rebuilt image has a new path). An image that the operator disabled stays
 * disabled. The file must exist. Facts about a file at another path are forgotten, unless new ones are given. Guests report by their agent
 * unless `reports` says otherwise. `none`, and `line` instead of `agent`, stay while servers or copies of the image exist. Returns the id.
 */
export async function registerImage(trx: Transaction<Database>, { group, source, ...image }: NewImage): Promise<number> {
  const { id: group_id } = await trx.selectFrom('image_groups').select('id').where('key', '=', group).executeTakeFirstOrThrow();
  const row = { reports: 'agent' as const, ...image, group_id, ...(source && { source: JSON.stringify(source) }) };
  const { id } = await trx
    .insertInto('images')
    .values({ ...row, position: row.position ?? sql`(select coalesce(max(position), 0) + 1 from images)` })
    .onConflict((oc) =>
      oc.column('key').doUpdateSet({
        ...row,
        ...{ sha256: given('sha256'), bytes: given('bytes'), source: given('source'), minimum_disk_gb: given('minimum_disk_gb') },
        reports: keptReports,
        missing_since: null,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the given value of a column. Default: the stored value, if the path is the same. */
const given = <T>(column: 'sha256' | 'bytes' | 'source' | 'minimum_disk_gb'): RawBuilder<T> =>
  sql<T>`coalesce(excluded.${sql.ref(column)}, case when images.path = excluded.path then images.${sql.ref(column)} end)`;

/**
 * Servers of an earlier build read the same row, and their guests may never report. A copy brings such a guest back. `line` stays for guests
 * without agent: the line is read first, and the agent is asked if there is none.
 */
const keptReports = sql<Image['reports']>`
  case when (images.reports = 'none' or (images.reports = 'line' and excluded.reports = 'agent'))
    and (exists (select from servers s where s.image_id = images.id and s.status <> 'terminated')
      or exists (select from copies c where c.image_id = images.id))
  then images.reports else excluded.reports end`;
