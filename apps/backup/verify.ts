/**
 * Verifies a backup: restores it into a temporary PostgreSQL server and audits the books there.
 *
 * The separate server needs no rights on the production server. It also checks a restore into another version of PostgreSQL.
 */
import path from 'node:path';
import { loadDatabase } from '@innkeeper/db/backup/load';
import { openDatabase } from '@innkeeper/db/connect';
import { startEmbedded } from '@innkeeper/db/embedded/start';
import { verifyLedger } from '@innkeeper/db/ledger/verify';
import { inTransaction } from '@innkeeper/db/transaction';
import { auditBooks } from '@innkeeper/domain/billing-audit/audit';
import { DATABASE_DIRECTORY } from '@innkeeper/model/backup/manifest';
import { sql } from 'kysely';
import type { Home } from '../installation/home.ts';
import { SCRATCH_DATABASE, withWorkDirectory } from './paths.ts';
import { type BackupSource, extractBackup, readManifest } from './read.ts';

export interface VerifyOptions extends BackupSource {
  /** Home whose disk holds the temporary server. */
  home: Pick<Home, 'backup'>;
}

export interface VerifiedBackup {
  /** Problems, as sentences. An empty list means that the backup is verified. */
  findings: string[];
  tables: number;
  rows: number;
}

/** No time limits: an audit can cover a year of a busy installation on a slow host. */
const LIMITS = { statementMs: 0, lockWaitMs: 0, idleInTransactionMs: 0 };

/** Verifies a backup. Throws a `CommandError` if it cannot be read. */
export async function verifyBackup({ home, ...source }: VerifyOptions): Promise<VerifiedBackup> {
  return withWorkDirectory(home, async (work) => {
    const manifest = await readManifest(source);
    await extractBackup(source, manifest, work);
    const server = await startEmbedded({ dataDir: path.join(work, SCRATCH_DATABASE), durable: false });
    try {
      const directory = path.join(work, DATABASE_DIRECTORY);
      await loadDatabase({ url: server.url, directory, manifest: manifest.database });
      const findings = await audit(server.url);
      const { tables } = manifest.database;
      return { findings, tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0) };
    } finally {
      await server.stop();
    }
  });
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
