/**
 * Verifies a backup: restores it into a temporary PostgreSQL server and audits the books there.
 *
 * The separate server needs no rights on the production server. It also checks a restore into another version of PostgreSQL.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { loadDatabase } from '@innkeeper/db/backup/load';
import { openDatabase } from '@innkeeper/db/connect';
import { startEmbedded } from '@innkeeper/db/embedded/start';
import { verifyLedger } from '@innkeeper/db/ledger/verify';
import { inTransaction } from '@innkeeper/db/transaction';
import { auditBooks } from '@innkeeper/domain/billing-audit/audit';
import { type BackupManifest, DATABASE_DIRECTORY } from '@innkeeper/model/backup/manifest';
import { backupName, backupTime } from '@innkeeper/model/backup/names';
import { sql } from 'kysely';
import type { Home } from '../installation/home.ts';
import { SCRATCH_DATABASE, withWorkDirectory } from './paths.ts';
import { type BackupSource, extractBackup, readManifest } from './read.ts';
import { requireRoom } from './room.ts';

export interface VerifyOptions extends BackupSource {
  /** Home whose disk holds the temporary server. */
  home: Pick<Home, 'backup'>;
}

export interface VerifiedBackup {
  /** Problems, as sentences. An empty list means that the backup is verified. */
  findings: string[];
  tables: number;
  rows: number;
  /** False for a backup without an authentication code that was accepted nevertheless. */
  isGenuine: boolean;
}

/** No time limits: an audit can cover a year of a busy installation on a slow host. */
const LIMITS = { statementMs: 0, lockWaitMs: 0, idleInTransactionMs: 0 };

/** Verifies a backup. Throws a `CommandError` if it cannot be read. */
export async function verifyBackup({ home, ...source }: VerifyOptions): Promise<VerifiedBackup> {
  return withWorkDirectory(home, async (work) => {
    const read = await readManifest(source);
    const { manifest, isGenuine } = read;
    await requireRoom(work, manifest, 'proof');
    const files = path.join(work, 'files');
    await mkdir(files, { mode: 0o700 });
    await extractBackup(source, read, files);
    const server = await startEmbedded({ dataDir: path.join(work, SCRATCH_DATABASE), durable: false });
    try {
      const directory = path.join(files, DATABASE_DIRECTORY);
      await loadDatabase({ url: server.url, directory, manifest: manifest.database });
      const findings = [...judgeName(source.path, manifest), ...(await audit(server.url))];
      const { tables } = manifest.database;
      return { findings, tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0), isGenuine };
    } finally {
      await server.stop();
    }
  });
}

/** Returns a finding if the name of a file gives another time than its manifest, as after an older backup was given a new name. */
function judgeName(file: string, manifest: BackupManifest): string[] {
  const name = path.basename(file);
  if (backupTime(name) === null || name === backupName(new Date(manifest.taken_at))) return [];
  return [`its name is ${name}, but it was made at ${manifest.taken_at}`];
}

/** Audits the loaded database. The load has already counted the rows and checked every foreign key. */
async function audit(url: string): Promise<string[]> {
  const { db, close } = openDatabase({ url, max: 1, limits: LIMITS });
  try {
    const ledger = await verifyLedger(db);
    const { findings } = await inTransaction(db, async (trx) => {
      await sql`set local work_mem = '64MB'`.execute(trx);
      return auditBooks({ db: trx });
    });
    return [...ledger, ...findings];
  } finally {
    await close();
  }
}
