/**
 * The bench's own PostgreSQL: the embedded one with durable commits as in production, and with pg_stat_statements, which shows the most
 * expensive statements.
 *
 * A database that takes long to fill is filled once and stored in build/bench, named by the schema and the code that fills it. Each run
 * works on a copy.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Databases, embeddedDatabases } from '@innkeeper/apps/installation/database-roles';
import { openDatabase } from '@innkeeper/db/connect';
import { type Embedded, startEmbedded } from '@innkeeper/db/embedded/start';
import { migrate } from '@innkeeper/db/migrate';
import { applyGrants } from '@innkeeper/db/roles/grants';
import type { Database } from '@innkeeper/db/schema';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { SLOW_MS } from './statements/slow.ts';

export interface BenchDatabase<Known> {
  db: Kysely<Database>;
  /** Database URLs. The API and the worker have their production roles. The bench itself uses the owner. */
  urls: Databases;
  /** Pool for views that only the superuser may read: statements, and the write-ahead log. */
  superuser: pg.Pool;
  /** Process id of the server's first process. */
  pid: number;
  /** Path of the server's log, which contains slow statements. */
  log: string;
  /** Facts about the content, returned by `fill`. */
  known: Known;
  close(): Promise<void>;
}

export interface Filling<Known> {
  name: string;
  /** Fills the database. The result is stored as JSON. */
  fill(db: Kysely<Database>, say: (line: string) => void): Promise<Known>;
}

const CACHE_DIRECTORY = path.resolve('build/bench');
const DATA = 'postgres';
const KNOWN = 'known.json';
/** Settings during the fill, so that the stored database contains no old write-ahead log. */
const NO_OLD_LOG = { wal_recycle: 'off', min_wal_size: "'32MB'" };
/** Files that determine the content of a database. */
const SOURCES = ['db/schema.gen.sql', 'dev/bench/fixture'];

export async function openFilledDatabase<Known>(
  filling: Filling<Known>,
  say: (line: string) => void,
): Promise<BenchDatabase<Known>> {
  const kept = path.join(CACHE_DIRECTORY, `${filling.name}-${keyOfSources()}`);
  if (!fs.existsSync(kept)) await keep(filling, kept, say);
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'innkeeper-bench-'));
  // Keep the owner, because the server runs as that user.
  execFileSync('cp', ['-a', '--reflink=auto', `${kept}/.`, home]);
  const known = JSON.parse(fs.readFileSync(path.join(home, KNOWN), 'utf8')) as Known;
  const server = await startEmbedded({ dataDir: path.join(home, DATA) });
  const { db, close } = openDatabase({ url: server.url, max: 4 });
  // Apply the grants of the current code. The stored database depends on the schema alone.
  await applyGrants(db);
  const superuser = openPool(server.superuserUrl, { max: 2 });
  for (const setting of [`log_min_duration_statement = ${SLOW_MS}`, "log_line_prefix = '%u '"]) {
    await superuser.query(`alter system set ${setting}`);
  }
  await superuser.query('select pg_reload_conf()');
  return {
    db,
    urls: embeddedDatabases(server.url),
    superuser,
    pid: server.pid,
    log: path.join(home, `${DATA}.log`),
    known,
    async close() {
      await Promise.all([close(), superuser.end()]);
      await server.stop();
      fs.rmSync(home, { recursive: true, force: true });
    },
  };
}

/**
 * Opens a pool and ignores errors while it ends. `end` does not wait until the server has closed the connections. If the server stops right
 * after, it terminates these connections, which is not a failure.
 */
export function openPool(url: string, { max }: { max: number }): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max });
  pool.on('error', (error) => {
    if (!pool.ending) throw error;
  });
  return pool;
}

async function keep<Known>(filling: Filling<Known>, kept: string, say: (line: string) => void): Promise<void> {
  const unfinished = `${kept}.${process.pid}`;
  removeOlder(filling.name);
  fs.mkdirSync(unfinished, { recursive: true });
  const began = performance.now();
  try {
    const server = await startWithStatistics(path.join(unfinished, DATA));
    const { db, close } = openDatabase({ url: server.url, max: 4 });
    try {
      await migrate(db);
      await applyGrants(db);
      fs.writeFileSync(path.join(unfinished, KNOWN), JSON.stringify(await filling.fill(db, say)));
      await asSuperuser(server, ['checkpoint', ...Object.keys(NO_OLD_LOG).map((setting) => `alter system reset ${setting}`)]);
    } finally {
      await close();
      await server.stop();
    }
    fs.renameSync(unfinished, kept);
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
  say(`filled the database "${filling.name}" in ${((performance.now() - began) / 1000).toFixed(0)} s; it is kept in ${kept}`);
}

/**
 * Starts the database with statistics. This takes two starts: the library is loaded at the start of the server, and the data directory
 * holds its setting.
 */
async function startWithStatistics(dataDir: string): Promise<Embedded> {
  const first = await startEmbedded({ dataDir });
  await asSuperuser(first, [
    'alter system set shared_preload_libraries = pg_stat_statements',
    // Statements vary by the lengths of their lists. The limit must be high enough to drop none.
    'alter system set pg_stat_statements.max = 20000',
    ...Object.entries(NO_OLD_LOG).map(([setting, value]) => `alter system set ${setting} = ${value}`),
  ]);
  await first.stop();
  const server = await startEmbedded({ dataDir });
  // Records of the write-ahead log by kind (pg_walinspect) distinguish commits that write from commits that only read.
  await asSuperuser(server, ['create extension pg_stat_statements', 'create extension pg_walinspect']);
  return server;
}

async function asSuperuser({ superuserUrl }: Embedded, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function keyOfSources(): string {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((source) =>
    fs.statSync(source).isDirectory() ? fs.readdirSync(source).map((name) => path.join(source, name)) : [source],
  );
  for (const file of files.sort()) hash.update(fs.readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

function removeOlder(name: string): void {
  for (const entry of fs.existsSync(CACHE_DIRECTORY) ? fs.readdirSync(CACHE_DIRECTORY) : []) {
    const older = new RegExp(`^${name}-[0-9a-f]{12}$`).test(entry);
    if (older) fs.rmSync(path.join(CACHE_DIRECTORY, entry), { recursive: true, force: true });
  }
}
