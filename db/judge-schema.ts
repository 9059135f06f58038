/** Judges the schema of a database, and records the digests of its migrations. */
import { formatVersion } from '@innkeeper/model/installation/build';
import {
  judgeSchemaFacts,
  type RecordedDigest,
  type SchemaFacts,
  type SchemaJudgement,
} from '@innkeeper/model/installation/schema-judgement';
import { type Kysely, sql, type Transaction } from 'kysely';
import { fingerprint } from './fingerprint.ts';
import { DIGESTS } from './migrations/digests.ts';
import { FINGERPRINTS, UNRELEASED } from './migrations/fingerprints.ts';
import project from './package.json' with { type: 'json' };
import type { Database } from './schema.ts';

const KNOWN = { digests: DIGESTS, fingerprints: FINGERPRINTS, unreleased: UNRELEASED };

/** Judgement of an empty database. */
export const NO_SCHEMA: SchemaJudgement = judgeSchemaFacts(
  { applied: [], recorded: null, fingerprint: null, hasTables: false },
  KNOWN,
);

/** Returns whether this code can work with the schema. Reads only, and needs no right but that of the owner or a superuser. */
export async function judgeSchema(db: Kysely<Database>): Promise<SchemaJudgement> {
  return judgeSchemaFacts(await readFacts(db), KNOWN);
}

/** Returns the digests that the database states, or `null` if it is older than the table. Reads only. */
export async function readDigests(db: Kysely<Database>): Promise<Record<string, RecordedDigest> | null> {
  const { rows: found } = await sql<{ there: boolean }>`select to_regclass('public.schema_digests') is not null as there`.execute(
    db,
  );
  if (!found[0]?.there) return null;
  const { rows } = await sql<RecordedDigest & { migration: string }>`
    select migration, digest, release from public.schema_digests`.execute(db);
  return Object.fromEntries(rows.map(({ migration, digest, release }) => [migration, { digest, release }]));
}

/** Records the digests of applied migrations that the database does not state yet. Call it in the transaction of the migrations. */
export async function recordDigests(trx: Transaction<Database>): Promise<void> {
  const release = formatVersion(project.version);
  await sql`
    insert into schema_digests (migration, digest, release, at)
    select name, ${JSON.stringify(DIGESTS)}::jsonb ->> name, ${release}, now() from kysely_migration
    on conflict do nothing`.execute(trx);
}

async function readFacts(db: Kysely<Database>): Promise<SchemaFacts> {
  const applied = await readApplied(db);
  const recorded = await readDigests(db);
  const needsFingerprint = applied.length > 0 && recorded === null;
  return {
    ...{ applied, recorded, fingerprint: needsFingerprint ? await fingerprint(db) : null },
    hasTables: applied.length > 0 || (await hasTables(db)),
  };
}

/** Returns the names of the applied migrations in order. Returns an empty list for a new database. Reads only. */
export async function readApplied(db: Kysely<Database>): Promise<string[]> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('public.kysely_migration') is not null as there`.execute(db);
  if (!found[0]?.there) return [];
  const { rows } = await sql<{ name: string }>`select name from public.kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

async function hasTables(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and relname not like 'kysely%'
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e') limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
