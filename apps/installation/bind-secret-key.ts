/**
 * Compares the key of this home with the digest in the database. A process with another key could open no secret, and would seal new ones
 * that no other process can open.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@innkeeper/db/schema';
import { lockSecretKeyDigest, readSecretKeyDigest, writeSecretKeyDigest } from '@innkeeper/db/tables/installation';
import { findRecovering } from '@innkeeper/db/tables/recovering';
import { inTransaction, isDatabaseDown } from '@innkeeper/db/transaction';
import { digestKey } from '@innkeeper/model/installation/sealing';
import { isUpgradeMark } from '@innkeeper/model/upgrade/phases';
import type { Kysely, Transaction } from 'kysely';
import { FatalStart } from '../processes/messages.ts';
import type { Home } from './home.ts';
import { findSecretKey, readSecretKey } from './secret-key.ts';

/** Interval in milliseconds at which a starting process asks a database that is down. */
const RETRY_MS = 1_000;

/** A home, and the key of its configuration or `null`. */
export interface KeyPlace {
  home: Home;
  configuredKey: string | null;
}

/**
 * Returns the key. Creates its file only if the database has no digest yet. Throws `FatalStart` if the key is missing or another one, and
 * names the file to copy.
 */
export async function requireSecretKey(db: Kysely<Database>, place: KeyPlace): Promise<Buffer> {
  const digest = await readSecretKeyDigest(db);
  if (digest === null) return readSecretKey(place.home, place.configuredKey);
  const key = await findSecretKey(place.home, place.configuredKey);
  if (key === null || digestKey(key) !== digest) throw new FatalStart(describeOtherKey(place, key === null));
  return key;
}

/** Returns the key as `requireSecretKey` does, and waits while the database is down. */
export async function awaitSecretKey(db: Kysely<Database>, place: KeyPlace): Promise<Buffer> {
  for (;;) {
    try {
      return await requireSecretKey(db, place);
    } catch (error) {
      if (!isDatabaseDown(error)) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/**
 * Stores the digest of this home's key if the database has none. With `replaces` it also takes the place of another digest, after the key
 * was lost. A database that is recovering from a restore gets its first digest after the recovery, because the missing digest dates the
 * backup (db/tables/invoices/series.ts). Needs the rights of the owner. Returns whether a digest was replaced. Throws `FatalStart` for another key without `replaces`.
 */
export async function bindSecretKey(db: Kysely<Database>, place: KeyPlace & { replaces: boolean }): Promise<boolean> {
  const { home, configuredKey, replaces } = place;
  // A home without its key gets no new one, so that the sentence says that the key is missing.
  if (!replaces) await requireSecretKey(db, place);
  const digest = digestKey(await readSecretKey(home, configuredKey));
  return inTransaction(db, async (trx) => {
    // Two homes may start on an empty database at the same time.
    const stored = await lockSecretKeyDigest(trx);
    if (stored === digest || (stored === null && (await isRestored(trx)))) return false;
    if (stored !== null && !replaces) throw new FatalStart(describeOtherKey(place, false));
    await writeSecretKeyDigest(trx, digest);
    return stored !== null;
  });
}

async function isRestored(trx: Transaction<Database>): Promise<boolean> {
  const recovering = await findRecovering(trx);
  return recovering !== undefined && !isUpgradeMark(recovering.backup);
}

function describeOtherKey({ home, configuredKey }: KeyPlace, isMissing: boolean): string {
  const isInFile = configuredKey === null;
  const problem = isMissing
    ? `${home.secretKeyFile} is missing, and the database has secrets that only its key opens.`
    : `${isInFile ? home.secretKeyFile : 'The key secret.key of the configuration'} is not the key that seals secrets in this database.`;
  const copy = isInFile
    ? `Copy secret.key of the first host's home to ${home.secretKeyFile}, or take it from a backup.`
    : "Set it to the key of the first host's home.";
  return (
    `${problem} ${copy} If that key is lost, run ./innkeeper up --replace-secret-key: ` +
    'users then set up two-factor authentication again, and secrets of webhooks, mailboxes and identity providers are entered again.'
  );
}
