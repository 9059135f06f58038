/** Fixture: a home with a sound house, as a start of Innkeeper leaves it, without the start. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Home, makeHome, writeState } from '@innkeeper/apps/installation/home';
import { KNOWN_IMAGES } from '@innkeeper/apps/installation/known-images';
import { openDatabase } from '@innkeeper/db/connect';
import { startEmbedded } from '@innkeeper/db/embedded/start';
import { migrate } from '@innkeeper/db/migrate';
import { applyGrants } from '@innkeeper/db/roles/grants';
import { addPool, DEFAULT_POOL } from '@innkeeper/db/seed/add-pool';
import { seedCatalogue } from '@innkeeper/db/seed/catalogue';
import { registerImage } from '@innkeeper/db/seed/register-image';
import { givenCleanBooks } from './given-filled-database.ts';

export interface GivenHome {
  home: Home;
  /** File for the secret key of the operator, which the setup of backups shows. */
  keyFile: string;
  /** A file outside the home that the configuration names. */
  outside: string;
}

/** `directory`: gets the home and what the operator keeps elsewhere. */
export async function givenHome(directory: string): Promise<GivenHome> {
  const home = await makeHome(path.join(directory, 'home'));
  const server = await startEmbedded({ dataDir: home.database, durable: false });
  const { db, close } = openDatabase({ url: server.url, max: 4 });
  try {
    await migrate(db);
    await applyGrants(db);
    await db.transaction().execute(async (trx) => {
      await seedCatalogue(trx);
      await addPool(trx, DEFAULT_POOL);
      await registerImage(trx, { ...KNOWN_IMAGES.tiny, key: 'tiny', path: '/nowhere', format: 'qcow2', ssh_keys_support: true });
    });
    await givenCleanBooks(db);
  } finally {
    await close();
    await server.stop();
  }
  await writeState(home, { engine: 'simulated', externalDatabase: false });
  const outside = path.join(directory, 'elsewhere', 'smtp-password');
  put(outside, 'hush\n');
  put(
    home.configuration,
    `[engine]\nkind = "simulated"\n\n[mail.smtp]\nhost = "127.0.0.1"\nuser = "shop"\npassword_file = "${outside}"\n`,
  );
  put(home.secretKeyFile, `${'ab'.repeat(16)}\n`);
  put(path.join(home.attachments, 'ab', 'a-file'), 'of a ticket');
  put(path.join(home.receivedMail, 'a-mail'), 'From: somebody');
  put(path.join(home.machines, 'srv-1', 'disk'), 'of a guest');
  return { home, keyFile: path.join(directory, 'elsewhere', 'operator.key'), outside };
}

function put(file: string, content: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, content, { mode: 0o600 });
}
