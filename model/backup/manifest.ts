/**
 * The manifest of a backup: its release, its contents, and the last used numbers. The manifest is the first file of the archive.
 *
 * A backup is judged by its manifest alone, before anything else is read or written.
 */
import { z } from 'zod';

const SHA256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Name of a table or a sequence. A file has this name, so the name must not contain a path. */
const NAME = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
/** A 64-bit integer as text. */
const BIG = z.string().regex(/^-?\d+$/);

/** An absolute, normalized path. A restore puts the file under this path below a directory, so the path must not lead outside. */
const PATH = z.string().regex(/^(?:\/(?!\.{1,2}(?:\/|$))[^/\0\n]+)+$/);

/** The name in the archive of a file of the home or outside of it. The name must not lead outside. */
const FILE = z.string().regex(/^(?:home|outside)(?:\/(?!\.{1,2}(?:\/|$))[^/\0]+)+$/);

const fileFactsSchema = z.object({ name: FILE, bytes: z.number().int().nonnegative(), sha256: SHA256 });

export type FileFacts = z.infer<typeof fileFactsSchema>;

export const databaseManifestSchema = z.object({
  /** Names of all applied migrations, in order. */
  migrations: z.array(z.string()).min(1),
  /** Digest of each applied migration, by its name. Missing in backups of earlier releases. */
  digests: z.record(z.string(), SHA256).optional(),
  /** Version of PostgreSQL that served the database, such as `18.4`. */
  postgresql: z.string(),
  tables: z.array(
    z.object({
      name: NAME,
      /** Columns of the file, in order, without generated ones. */
      columns: z.array(NAME),
      rows: z.number().int().nonnegative(),
      /** Size of the file `database/NAME.copy` in bytes. */
      bytes: z.number().int().nonnegative(),
      sha256: SHA256,
    }),
  ),
  sequences: z.array(z.object({ name: NAME, last: BIG, called: z.boolean() })),
  /** Last number of each series of invoices. */
  invoice_series: z.record(z.string(), z.number().int().nonnegative()),
  /** Number of accounts with events, sum of their latest event numbers, and the highest of these numbers. */
  events: z.object({ accounts: z.number().int().nonnegative(), total: BIG, highest: BIG }),
  /** Sum of all postings, which must be 0. */
  ledger: z.object({ entries: z.number().int().nonnegative(), sum: z.string() }),
  /** Time of the last beat of each service. */
  beats: z.record(z.string(), z.iso.datetime()),
});

export type DatabaseManifest = z.infer<typeof databaseManifestSchema>;

export const manifestSchema = z.object({
  format: z.literal(1),
  /** Release of Innkeeper that made the backup, with its commit (build.ts). */
  release: z.string(),
  /** Compression of the archive. */
  codec: z.literal('zstd'),
  taken_at: z.iso.datetime(),
  engine: z.enum(['qemu', 'simulated']),
  database: databaseManifestSchema,
  /** Configured files outside the home: the name in the archive, and the configured path. */
  outside: z.array(z.object({ name: z.string().regex(/^\d+$/), path: PATH })),
  /** All other files of the archive: of the home, and copies of those in `outside`. Missing in backups of earlier releases. */
  files: z.array(fileFactsSchema).optional(),
});

export type BackupManifest = z.infer<typeof manifestSchema>;

export const MANIFEST_NAME = 'manifest.json';
/** Directory of the archive with one file per table. */
export const DATABASE_DIRECTORY = 'database';
/** Directory of the archive with the files of the home, under their paths in the home. */
export const HOME_DIRECTORY = 'home';
/** Directory of the archive with the files in `outside`. */
export const OUTSIDE_DIRECTORY = 'outside';

export type ParsedManifest = { ok: true; manifest: BackupManifest } | { ok: false; sentence: string };

/** Parses the text of a manifest. A manifest in the format of a later release gets a sentence of its own. */
export function parseManifest(text: string): ParsedManifest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, sentence: 'The manifest of this backup is damaged. Use another backup.' };
  }
  const head = z.object({ format: z.number(), release: z.string() }).safeParse(json);
  if (head.success && head.data.format !== 1)
    return {
      ok: false,
      sentence: `This backup has format ${head.data.format}, which this release cannot read. Restore it with Innkeeper ${head.data.release}.`,
    };
  const parsed = manifestSchema.safeParse(json);
  if (parsed.success) return { ok: true, manifest: parsed.data };
  const field = parsed.error.issues[0]?.path.join('.') ?? '';
  return { ok: false, sentence: `The manifest of this backup is damaged: ${field} is not valid. Use another backup.` };
}

/**
 * Returns a sentence that refuses a backup whose tables this release cannot make, or `null` if it can. `known` has the digest of each
 * migration of this release, in order. A backup without digests is judged by the names of its migrations.
 */
export function judgeMigrations(
  backup: { release: string } & Pick<DatabaseManifest, 'migrations' | 'digests'>,
  known: Readonly<Record<string, string>>,
): string | null {
  const lacking = backup.migrations.filter((name) => !(name in known));
  if (lacking.length > 0)
    return `This backup was made by Innkeeper ${backup.release} and needs it or a newer one: this release does not have the migration ${lacking[0]}.`;
  const names = Object.keys(known);
  const { digests } = backup;
  const other = backup.migrations.find((name, at) => name !== names[at] || (digests && digests[name] !== known[name]));
  if (other === undefined) return null;
  return `This backup was made by Innkeeper ${backup.release}, whose tables differ from those of this release (${other}). Restore it with that version.`;
}
