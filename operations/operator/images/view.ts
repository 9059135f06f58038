import type { Database } from '@innkeeper/db/schema';
import type { Kysely } from 'kysely';

export function imagesQuery(db: Kysely<Database>) {
  return db
    .selectFrom('images as i')
    .innerJoin('image_groups as g', 'g.id', 'i.group_id')
    .select(['i.id', 'i.key', 'i.name', 'g.key as group', 'i.minimum_ram_gb', 'i.eol', 'i.ssh_keys_support'])
    .select(['i.format', 'i.path', 'i.sha256', 'i.missing_since', 'i.disabled_at']);
}

export function loadImage(db: Kysely<Database>, id: number) {
  return imagesQuery(db).where('i.id', '=', id).executeTakeFirstOrThrow();
}
