/** A minimal database for real guests: one bootable image, one pool, one customer. Commits are durable. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Databases, embeddedDatabases } from '@innkeeper/apps/installation/database-roles';
import { openDatabase } from '@innkeeper/db/connect';
import { startEmbedded } from '@innkeeper/db/embedded/start';
import { migrate } from '@innkeeper/db/migrate';
import { applyGrants } from '@innkeeper/db/roles/grants';
import type { Database } from '@innkeeper/db/schema';
import { addPool, DEFAULT_POOL } from '@innkeeper/db/seed/add-pool';
import { seedCatalogue } from '@innkeeper/db/seed/catalogue';
import { registerImage } from '@innkeeper/db/seed/register-image';
import type { ImageFile } from '@innkeeper/engine/images/port';
import { givenAccount, givenNode } from '@innkeeper/lab/given';
import type { Kysely } from 'kysely';
import { NODE } from '../fixture/catalogue.ts';

export interface BootFixture {
  urls: Databases;
  db: Kysely<Database>;
  token: string;
  imageId: number;
  close(): Promise<void>;
}

export async function openBootFixture(image: ImageFile): Promise<BootFixture> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'innkeeper-bench-'));
  const server = await startEmbedded({ dataDir: path.join(home, 'postgres') });
  const { db, close } = openDatabase({ url: server.url, max: 4 });
  await migrate(db);
  await applyGrants(db);
  const imageId = await db.transaction().execute(async (trx) => {
    await seedCatalogue(trx);
    await addPool(trx, DEFAULT_POOL);
    const { key, path: file, format } = image;
    return registerImage(trx, { key, path: file, format, name: 'Tiny Linux', group: 'tiny', ssh_keys_support: true });
  });
  await givenNode(db, { name: NODE });
  const { token } = await givenAccount(db, { funds: 100_00n });
  return {
    urls: embeddedDatabases(server.url),
    db,
    token,
    imageId,
    async close() {
      await close();
      await server.stop();
      fs.rmSync(home, { recursive: true, force: true });
    },
  };
}
