/**
 * Decides whether this code can work with a database.
 *
 * A database states the digests of its migrations. An older one is identified by its fingerprint. An empty database, or one with the first
 * migrations of this code, is `pending`. One with all migrations is `same`. One that has more migrations is `newer`. A database with
 * another digest, or with other tables, is `unknown`.
 */

/** Facts about a database, which `db/judge-schema.ts` reads. */
export interface SchemaFacts {
  /** Names of the applied migrations, in order. */
  readonly applied: readonly string[];
  /** Rows of `schema_digests` by migration, or `null` if the database does not have the table. */
  readonly recorded: Readonly<Record<string, RecordedDigest>> | null;
  /** Fingerprint of a database without the table, else `null`. */
  readonly fingerprint: string | null;
  /** True if the database has tables, except those of the migration tool and of extensions. */
  readonly hasTables: boolean;
}

export interface RecordedDigest {
  readonly digest: string;
  /** Release that recorded the digest, with its commit. */
  readonly release: string;
}

/** Schemas that this code has. */
export interface KnownSchemas {
  /** Digest of each migration, in order. */
  readonly digests: Readonly<Record<string, string>>;
  /** Fingerprint after each migration from before the table `schema_digests`. */
  readonly fingerprints: Readonly<Record<string, string>>;
  /** Commit that starts a database with this fingerprint. */
  readonly unreleased: Readonly<Record<string, string>>;
}

export type SchemaJudgement =
  | { readonly kind: 'same' }
  /** Migrations that this code would run. */
  | { readonly kind: 'pending'; readonly migrations: readonly string[] }
  /** The latest migration that this code lacks, and the release that recorded it, if the database states it. */
  | { readonly kind: 'newer'; readonly migration: string; readonly release: string | null }
  | { readonly kind: 'unknown'; readonly origin: UnknownOrigin };

export type UnknownOrigin =
  /** A commit that made the schema and can start it. */
  | { readonly kind: 'commit'; readonly commit: string }
  /** The numbered migrations of the first days. */
  | { readonly kind: 'numbered' }
  /** Tables of another program. */
  | { readonly kind: 'foreign' }
  /** A schema of Innkeeper that no release made. */
  | { readonly kind: 'other' };

export function judgeSchemaFacts(facts: SchemaFacts, { digests, fingerprints, unreleased }: KnownSchemas): SchemaJudgement {
  const { applied, recorded } = facts;
  const names = Object.keys(digests);
  if (applied.length === 0) return facts.hasTables ? unknown({ kind: 'foreign' }) : { kind: 'pending', migrations: names };
  if (applied.some((name) => /^\d{4}-/.test(name))) return unknown({ kind: 'numbered' });
  if (names[0] === undefined || !applied.includes(names[0])) return unknown({ kind: 'foreign' });
  const shared = applied.filter((name) => name in digests);
  if (recorded && shared.some((name) => recorded[name]?.digest !== digests[name])) return unknown({ kind: 'other' });
  const [latest] = applied.filter((name) => !(name in digests)).slice(-1);
  if (latest !== undefined) return { kind: 'newer', migration: latest, release: recorded?.[latest]?.release ?? null };
  if (!recorded && fingerprints[applied.at(-1) ?? ''] !== facts.fingerprint) {
    const commit = unreleased[facts.fingerprint ?? ''];
    return unknown(commit === undefined ? { kind: 'other' } : { kind: 'commit', commit });
  }
  // Migrations run in their order, so a database with a gap was made by other code.
  if (applied.some((name, at) => name !== names[at])) return unknown({ kind: 'other' });
  return applied.length === names.length ? { kind: 'same' } : { kind: 'pending', migrations: names.slice(applied.length) };
}

function unknown(origin: UnknownOrigin): SchemaJudgement {
  return { kind: 'unknown', origin };
}

/**
 * Returns the sentences that refuse a database, or `null` if this code can work with it. `lastStartedBy` is the version that started the
 * home last, or `null` if it is not known.
 */
export function refuseSchema(judgement: SchemaJudgement, lastStartedBy: string | null): string | null {
  switch (judgement.kind) {
    case 'same':
    case 'pending':
      return null;
    case 'newer':
      return `This database belongs to a newer version of Innkeeper (it has ${judgement.migration}). ${useVersion(judgement.release ?? lastStartedBy)} ${UNCHANGED}`;
    case 'unknown':
      return `${refuseUnknown(judgement.origin, lastStartedBy)} ${UNCHANGED}`;
  }
}

const UNCHANGED = 'Nothing was changed.';
const ANOTHER_HOME = 'Start with another home (--home) or another database (DATABASE_URL).';

function useVersion(version: string | null): string {
  return version === null ? 'Use that version.' : `Start it with Innkeeper ${version}.`;
}

function refuseUnknown(origin: UnknownOrigin, lastStartedBy: string | null): string {
  switch (origin.kind) {
    case 'commit':
      return `This database was made before the first release of Innkeeper, and its tables are different. Only commit ${origin.commit} can start it. ${ANOTHER_HOME}`;
    case 'numbered':
      return `This database was made before the first release of Innkeeper, and its tables are different. ${ANOTHER_HOME}`;
    case 'foreign':
      return `This database contains tables that Innkeeper did not make. ${ANOTHER_HOME}`;
    case 'other': {
      const tables = 'The tables of this database differ from those of every release of Innkeeper.';
      return lastStartedBy === null
        ? `${tables} Start it with the version that made it. ${ANOTHER_HOME}`
        : `${tables} Innkeeper ${lastStartedBy} started it last. Use that version.`;
    }
  }
}
