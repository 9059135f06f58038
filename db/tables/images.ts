/** Images that servers are created from. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database, Image } from '../schema.ts';
import { type Page, type PageQuery, pageOf } from './page.ts';

/** Columns of the catalogue entry. The others are about the file, and replies do not need them. */
export const ENTRY_COLUMNS = [
  ...['id', 'key', 'name', 'group_id', 'virtualization', 'minimum_ram_gb', 'eol', 'ssh_keys_support', 'amd_sev_supported'],
  ...['position', 'disabled_at', 'minimum_disk_gb'],
] as const satisfies readonly (keyof Image)[];

export interface LoadedImage extends Pick<Image, (typeof ENTRY_COLUMNS)[number]> {
  group: Selectable<Database['image_groups']>;
}

export interface ImagesQuery extends PageQuery {
  /** `os` or `app`. */
  type?: string | undefined;
  /** Key of a group. */
  group?: string | undefined;
  virtualization?: string | undefined;
}

/**
 * Key of the placeholder image of servers that are installed from an ISO. The image always exists and is never on sale
 * (db/migrations/start/catalogue.ts).
 */
export const CUSTOM_IMAGE = 'custom';

/** Finds an image by id, on sale or not. */
export async function findImage(db: Kysely<Database>, id: number): Promise<Image | undefined> {
  return db.selectFrom('images').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Finds an image by key, on sale or not. */
export async function findImageByKey(db: Kysely<Database>, key: string): Promise<Image | undefined> {
  return db.selectFrom('images').selectAll().where('key', '=', key).executeTakeFirst();
}

/** Returns a page of images that can be ordered, in the order of their groups. */
export async function pageOfImages(db: Kysely<Database>, filter: ImagesQuery): Promise<Page<LoadedImage>> {
  let query = db
    .selectFrom('images as i')
    .innerJoin('image_groups as g', 'g.id', 'i.group_id')
    .select(ENTRY_COLUMNS.map((column) => `i.${column}` as const))
    .select([
      'g.key as group_key',
      'g.name as group_name',
      'g.type as group_type',
      'g.icon as group_icon',
      'g.position as group_position',
      'g.coming_soon as group_coming_soon',
    ])
    .where('i.disabled_at', 'is', null)
    .where('i.missing_since', 'is', null)
    .orderBy('g.position')
    .orderBy('g.id')
    .orderBy('i.position')
    .orderBy('i.id');
  if (filter.type !== undefined) query = query.where(sql<string>`g.type`, '=', filter.type);
  if (filter.group !== undefined) query = query.where('g.key', '=', filter.group);
  if (filter.virtualization !== undefined) query = query.where('i.virtualization', '=', filter.virtualization);
  const { rows, total } = await pageOf(query, filter);
  return { rows: rows.map(nested), total };
}

type Flat = Omit<LoadedImage, 'group'> & {
  [K in keyof Omit<Selectable<Database['image_groups']>, 'id'> as `group_${K}`]: Selectable<Database['image_groups']>[K];
};

function nested(row: Flat): LoadedImage {
  const { group_key, group_name, group_type, group_icon, group_position, group_coming_soon, ...image } = row;
  const group = {
    id: image.group_id,
    key: group_key,
    name: group_name,
    type: group_type,
    icon: group_icon,
    position: group_position,
    coming_soon: group_coming_soon,
  };
  return { ...image, group };
}
