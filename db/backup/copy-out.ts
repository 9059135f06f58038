/** Copies all permanent tables into files in one snapshot, while other sessions read and write. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DatabaseManifest } from '@innkeeper/model/backup/manifest';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { readDigests } from '../judge-schema.ts';
import { listSequences, listTables, type TableOfBackup } from './catalogue.ts';
import { kyselyOn, withBackupClient } from './client.ts';

export interface Snapshot {
  takenAt: Date;
  manifest: DatabaseManifest;
}

/** Writes a file `TABLE.copy` in PostgreSQL's binary format for each table into `directory`. `url` is the URL of the owner. */
export async function copyOut(url: string, directory: string): Promise<Snapshot> {
  return withBackupClient(url, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    // The first statement takes the snapshot.
    const { rows } = await client.query<{ at: Date }>('select statement_timestamp() as at');
    const takenAt = rows[0]?.at;
    if (!takenAt) throw new Error('the database does not tell the time');
    const tables: DatabaseManifest['tables'] = [];
    for (const table of await listTables(client)) tables.push(await copyTable(client, table, directory));
    const manifest = { ...(await readFacts(client)), tables };
    await client.query('commit');
    return { takenAt, manifest };
  });
}

async function copyTable(
  client: pg.Client,
  { name, columns }: TableOfBackup,
  directory: string,
): Promise<DatabaseManifest['tables'][number]> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const out = client.query(copyTo(`copy ${client.escapeIdentifier(name)} (${list}) to stdout (format binary)`));
  const hash = createHash('sha256');
  let bytes = 0;
  const count = new Transform({
    transform(data: Buffer, _encoding, done) {
      hash.update(data);
      bytes += data.length;
      done(null, data);
    },
  });
  await pipeline(out, count, createWriteStream(path.join(directory, `${name}.copy`), { flags: 'wx', mode: 0o600 }));
  return { name, columns, rows: out.rowCount, bytes, sha256: hash.digest('hex') };
}

/** Reads the other facts of the manifest. Sequences do not belong to the snapshot: their values are those of the snapshot or later. */
async function readFacts(client: pg.Client): Promise<Omit<DatabaseManifest, 'tables'>> {
  const one = async <T extends pg.QueryResultRow>(text: string): Promise<T> => {
    const { rows } = await client.query<T>(text);
    if (!rows[0]) throw new Error(`no row of ${text}`);
    return rows[0];
  };
  const migrations = await client.query<{ name: string }>('select name from kysely_migration order by name');
  const series = await client.query<{ type: string; last: number }>('select type, last from invoice_series order by type');
  const beats = await client.query<{ service: string; at: string }>(`
    select service, to_char(beat_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from service_beats order by service`);
  const { postgresql } = await one<{ postgresql: string }>(
    "select split_part(current_setting('server_version'), ' ', 1) as postgresql",
  );
  const digests = await readDigests(kyselyOn(client));
  return {
    migrations: migrations.rows.map(({ name }) => name),
    ...(digests && { digests: Object.fromEntries(Object.entries(digests).map(([name, { digest }]) => [name, digest])) }),
    postgresql,
    sequences: await readSequences(client),
    invoice_series: Object.fromEntries(series.rows.map(({ type, last }) => [type, last])),
    events: await one(`select count(*)::integer as accounts, coalesce(sum(last_id), 0)::text as total,
      coalesce(max(last_id), 0)::text as highest from event_heads`),
    ledger: await one(`select (select count(*)::integer from ledger_entries) as entries,
      (select coalesce(sum(amount), 0)::text from ledger_postings) as sum`),
    beats: Object.fromEntries(beats.rows.map(({ service, at }) => [service, at])),
  };
}

async function readSequences(client: pg.Client): Promise<DatabaseManifest['sequences']> {
  const names = await listSequences(client);
  if (names.length === 0) return [];
  const selects = names.map(
    (name) =>
      `select ${client.escapeLiteral(name)} as name, last_value::text as last, is_called as called from ${client.escapeIdentifier(name)}`,
  );
  const { rows } = await client.query<DatabaseManifest['sequences'][number]>(selects.join(' union all '));
  return rows;
}
