/** Runs `act` on an empty database with all migrations. Its PostgreSQL stops afterwards. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDatabase } from '@innkeeper/db/connect';
import { startEmbedded } from '@innkeeper/db/embedded/start';
import { migrate } from '@innkeeper/db/migrate';
import type { Database } from '@innkeeper/db/schema';
import type { Kysely } from 'kysely';

export async function onMigratedDatabase<T>(act: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'innkeeper-gen-'));
  try {
    const server = await startEmbedded({ dataDir: path.join(home, 'postgres'), durable: false });
    try {
      const { db, close } = openDatabase({ url: server.url, max: 2 });
      try {
        await migrate(db);
        return await act(db);
      } finally {
        await close();
      }
    } finally {
      await server.stop();
    }
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
}
