/** The record beside a backup: plain JSON, so that the backup can be assessed without its key. */
import { z } from 'zod';

export const backupRecordSchema = z.object({
  /** Name of the backup in its store. */
  name: z.string(),
  bytes: z.number().int().nonnegative(),
  /** SHA-256 of the encrypted file, hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Release of Innkeeper that made the backup, with its commit. */
  release: z.string(),
  /** Name of the last migration in the backup. */
  migration: z.string(),
  taken_at: z.iso.datetime(),
  /** Time of the last verification, a restore with an audit, or `null` for never. */
  verified_at: z.iso.datetime().nullable(),
});

export type BackupRecord = z.infer<typeof backupRecordSchema>;

/** Parses a record. Returns `null` if the text is not a record. */
export function parseBackupRecord(text: string): BackupRecord | null {
  try {
    return backupRecordSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export function formatBackupRecord(record: BackupRecord): string {
  return `${JSON.stringify(record, null, 2)}\n`;
}
