/** Verifies the copy of a database: a server that starts on it, sound books, and the same schema and rows as in the original. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '@innkeeper/db/connect';
import { countRows } from '@innkeeper/db/count-rows';
import { startEmbedded } from '@innkeeper/db/embedded/start';
import { fingerprint } from '@innkeeper/db/fingerprint';
import { verifyLedger } from '@innkeeper/db/ledger/verify';
import type { Database } from '@innkeeper/db/schema';
import { compareCopy } from '@innkeeper/model/upgrade/copies';
import type { Kysely } from 'kysely';
import type { Home } from '../installation/home.ts';
import { CommandError } from '../terminal/command-error.ts';

export interface Contents {
  fingerprint: string;
  /** Number of rows by table. */
  rows: Record<string, number>;
}

/** No time limits: the tables of a busy installation take minutes on a slow host. */
const LIMITS = { statementMs: 0, lockWaitMs: 0, idleInTransactionMs: 0 };

/** Starts a server on the copy, verifies its books, and returns its contents. Throws a `CommandError` if the books are not sound. */
export async function openCopy(home: Pick<Home, 'database'>, directory: string): Promise<Contents> {
  const dataDir = path.join(directory, path.basename(home.database));
  // The copy keeps its roles and owners as they are.
  const server = await startEmbedded({ dataDir, asFound: true });
  try {
    await verifyBooks(server.url);
    return await readContents(server.url);
  } finally {
    await server.stop();
    for (const suffix of ['hba', 'ident', 'json', 'lock', 'log']) await rm(`${dataDir}.${suffix}`, { force: true });
  }
}

/** Reads what a copy has in common with its original. */
export async function readContents(url: string): Promise<Contents> {
  return withoutLimits(url, async (db) => ({ fingerprint: await fingerprint(db), rows: await countRows(db) }));
}

/** Throws a `CommandError` if the ledger does not add up. */
export async function verifyBooks(url: string): Promise<void> {
  const findings = await withoutLimits(url, verifyLedger);
  if (findings.length > 0) throw new CommandError(`The books of this home are not sound: ${findings.join(' ')}`);
}

async function withoutLimits<T>(url: string, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase({ url, max: 1, limits: LIMITS });
  try {
    return await work(db);
  } finally {
    await close();
  }
}

/** Throws a `CommandError` unless the copy holds the same as the original. */
export function requireSame(original: Contents, copy: Contents): void {
  const differences = compareCopy(original, copy);
  if (differences.length > 0) throw new CommandError(`The copy of the database differs from it: ${differences.join('; ')}.`);
}
