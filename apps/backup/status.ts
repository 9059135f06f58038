/** Status that a run of the schedule writes to `backup/status.json` of the home, so that readers need not query the store. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isNodeError, writeAtomic } from '@innkeeper/engine/atomic';
import { z } from 'zod';
import type { Home } from '../installation/home.ts';

const statusSchema = z.object({
  /** Store as shown to people: a path, or `s3://bucket/prefix`. */
  target: z.string(),
  set_up_at: z.iso.datetime(),
  /** Time of the next scheduled run. */
  next_run_at: z.iso.datetime(),
  created_at: z.iso.datetime().nullable(),
  verified_at: z.iso.datetime().nullable(),
  on_same_disk: z.boolean(),
  /** Sentences about the failures of the last run. */
  problems: z.array(z.string()),
});

export type BackupStatus = z.infer<typeof statusSchema>;

/** Status of a home whose file is damaged or comes from a release with other fields. The next run rewrites it. */
export const DAMAGED = 'damaged';

/** Reads the status. Returns `null` before `backup setup`. */
export async function readBackupStatus(home: Pick<Home, 'backup'>): Promise<BackupStatus | null | typeof DAMAGED> {
  try {
    return statusSchema.parse(JSON.parse(await readFile(statusFile(home), 'utf8')));
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'ENOTDIR')) return null;
    if (error instanceof SyntaxError || error instanceof z.ZodError) return DAMAGED;
    throw error;
  }
}

/** Reads the status. Returns `null` also if it is damaged. */
export async function readValidStatus(home: Pick<Home, 'backup'>): Promise<BackupStatus | null> {
  const status = await readBackupStatus(home);
  return status === DAMAGED ? null : status;
}

/** Returns the time of the last verification of a backup, or `null` for never. */
export async function readVerifiedAt(home: Pick<Home, 'backup'>): Promise<Date | null> {
  const verifiedAt = (await readValidStatus(home))?.verified_at ?? null;
  return verifiedAt === null ? null : new Date(verifiedAt);
}

export async function writeBackupStatus(home: Pick<Home, 'backup'>, status: BackupStatus): Promise<void> {
  await writeAtomic(statusFile(home), `${JSON.stringify(status, null, 2)}\n`);
}

function statusFile({ backup }: Pick<Home, 'backup'>): string {
  return path.join(backup, 'status.json');
}
