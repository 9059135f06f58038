/** Compares the files of a backup with its manifest, and estimates the disk space of a restore. */
import {
  type BackupManifest,
  DATABASE_DIRECTORY,
  type FileFacts,
  HOME_DIRECTORY,
  MANIFEST_NAME,
  OUTSIDE_DIRECTORY,
} from './manifest.ts';

/** Returns the names in the archive of all files that the manifest describes, with sizes and hashes. */
export function describedFiles({ database, files = [] }: BackupManifest): Map<string, Omit<FileFacts, 'name'>> {
  const tables = database.tables.map(({ name, ...facts }) => ({ ...facts, name: tableFile(name) }));
  return new Map([...tables, ...files].map(({ name, bytes, sha256 }) => [name, { bytes, sha256 }]));
}

/** Returns the name in the archive of a table's file. */
export function tableFile(table: string): string {
  return `${DATABASE_DIRECTORY}/${table}.copy`;
}

/**
 * Returns a function that tells whether the manifest covers a file. Manifests of earlier releases list no files of the home, so they cover
 * each of them.
 */
export function coverageOf(manifest: BackupManifest): (name: string) => boolean {
  const described = describedFiles(manifest);
  const copies = new Set(manifest.outside.map(({ name }) => `${OUTSIDE_DIRECTORY}/${name}`));
  return (name) => {
    if (name === MANIFEST_NAME || described.has(name)) return true;
    return manifest.files === undefined && (name.startsWith(`${HOME_DIRECTORY}/`) || copies.has(name));
  };
}

/** Use of the database of a backup: loaded to stay, loaded for a proof that ends within minutes, or not loaded on this disk. */
export type DatabaseLoad = 'restore' | 'proof' | 'none';

/**
 * Space of a loaded database: bytes of a server without rows, and bytes of tables, indexes and log for each byte of a table's file. A proof
 * took 77 MB and 3.0 with 200,000 rows in each of nine tables. It gets a margin of 5 %, so that it passes on a disk where it fits. A
 * restored database is written to at once, so a restore needs more.
 */
const DATABASE_SPACE = {
  proof: { server: 81_000_000, factor: 3.15 },
  restore: { server: 128_000_000, factor: 4 },
  none: { server: 0, factor: 0 },
} as const satisfies Record<DatabaseLoad, object>;

/** Returns the bytes that reading a backup writes: all files, and the database if it is loaded on this disk. */
export function neededBytes(manifest: BackupManifest, load: DatabaseLoad): number {
  const sum = (files: Iterable<{ bytes: number }>): number => [...files].reduce((total, { bytes }) => total + bytes, 0);
  const { server, factor } = DATABASE_SPACE[load];
  return sum(describedFiles(manifest).values()) + server + Math.ceil(factor * sum(manifest.database.tables));
}

/** Returns the highest size of an archive with the described files, or `null` if the manifest does not list all files. */
export function maxArchiveBytes(manifest: BackupManifest, manifestBytes: number): number | null {
  if (manifest.files === undefined) return null;
  let bytes = manifestBytes + TAR_END_BYTES + TAR_FILE_BYTES;
  for (const [name, file] of describedFiles(manifest)) bytes += file.bytes + TAR_FILE_BYTES + Buffer.byteLength(name);
  return bytes;
}

/** Bytes that tar adds to a file at most: its header, two headers and a block for a long name, and padding. */
const TAR_FILE_BYTES = 5 * 512;
/** Bytes of zeros that end an archive, at most. */
const TAR_END_BYTES = 2 * 10_240;
