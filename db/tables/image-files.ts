/** Facts about the files of images. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database, Image } from '../schema.ts';
import { CUSTOM_IMAGE } from './images.ts';

export type ImageFileRow = Pick<
  Image,
  'id' | 'key' | 'path' | 'format' | 'sha256' | 'bytes' | 'minimum_disk_gb' | 'source' | 'disabled_at' | 'missing_since'
>;

/** Lists the images that have a file, on sale or not. */
export function listImageFiles(db: Kysely<Database>): Promise<ImageFileRow[]> {
  return db
    .selectFrom('images')
    .select(['id', 'key', 'path', 'format', 'sha256', 'bytes', 'minimum_disk_gb', 'source', 'disabled_at', 'missing_since'])
    .where('key', '<>', CUSTOM_IMAGE)
    .orderBy('id')
    .execute();
}

/** Row of an image whose file was looked at. The changes below apply only if no other file was registered in the meantime. */
type Seen = Pick<ImageFileRow, 'id' | 'path'>;

/** Records where the file is, and whether it is missing. Returns whether the row changed. */
export async function updateImagePlace(
  trx: Transaction<Database>,
  { id, path }: Seen,
  place: { path: string; missing_since: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('images')
    .set(place)
    .where('id', '=', id)
    .where('path', '=', path)
    .where(({ or, eb }) =>
      or([eb('path', '<>', place.path), sql<boolean>`(missing_since is null) <> ${place.missing_since === null}`]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records facts about a file that was measured. */
export async function updateImageMeasured(
  db: Kysely<Database>,
  { id, path }: Seen,
  measured: { bytes: bigint; sha256: string } | { minimum_disk_gb: number },
): Promise<void> {
  await db.updateTable('images').set(measured).where('id', '=', id).where('path', '=', path).execute();
}

/** Records a file that replaces the seen one. Returns whether the row still had the seen one. */
export async function replaceImageFile(
  trx: Transaction<Database>,
  { id, path }: Seen,
  { source, ...file }: Pick<Image, 'path' | 'format' | 'bytes' | 'sha256' | 'source'>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('images')
    .set({ ...file, minimum_disk_gb: null, missing_since: null, source: source && JSON.stringify(source) })
    .where('id', '=', id)
    .where('path', '=', path)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
