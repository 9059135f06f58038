/** Records what is known about the file of each image, so that no image without its file is sold (docs/decisions/guest-images.md). */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const IMAGE_FILES = `
  comment on column images.path is 'File of the image. A relative path is below the engine directory of each node.';
  alter table images
    add column sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
    add column bytes bigint check (bytes >= 0),
    add column source jsonb,
    add column missing_since timestamptz;
  comment on column images.sha256 is 'SHA-256 of the file in hexadecimal. Null until it was measured.';
  comment on column images.bytes is 'Size of the file. Null until it was measured.';
  comment on column images.source is 'Origin of the file, from which it can be made again: recipe, or url and sha256. Null for images of earlier releases.';
  comment on column images.missing_since is 'Time since which the file is missing on the first host or has another size. Such an image is not on sale. Null if the file is there.';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(IMAGE_FILES)).execute(db);
}
