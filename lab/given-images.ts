/** Fixtures: images with a file on the node, as `image build` registers them. */

import type { Database } from '@innkeeper/db/schema';
import { registerImage } from '@innkeeper/db/seed/register-image';
import type { Engine } from '@innkeeper/engine/open';
import type { Kysely } from 'kysely';

/** Provides the file of the image `tiny`, which the template of the databases registers without one. Returns the image's id. */
export async function givenTinyFile(
  db: Kysely<Database>,
  { images, imageFiles }: Pick<Engine, 'images' | 'imageFiles'>,
): Promise<number> {
  const { key, path, format } = await images.provide('tiny');
  const row = { key, format, path: imageFiles.storedPath(path), name: 'Tiny Linux', group: 'tiny', ssh_keys_support: true };
  return db.transaction().execute((trx) => registerImage(trx, { ...row, source: { recipe: 'tiny' } }));
}
