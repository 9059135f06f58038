/** The state of an upgrade in `before/phase.json`: its phase is on disk before each step begins (model/upgrade/phases.ts). */
import { readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { flushDirectory, isNodeError, writeAtomic } from '@innkeeper/engine/atomic';
import { PHASES } from '@innkeeper/model/upgrade/phases';
import { z } from 'zod';
import type { Home } from '../installation/home.ts';
import { CommandError } from '../terminal/command-error.ts';
import { parseStored } from './stored.ts';

const recordSchema = z.object({
  phase: z.enum(PHASES),
  /** Directory of the copy in `before/`, or `null` without a copy that can be put back. */
  copy: z.string().nullable(),
  /** Version that ran before, or `null` if it is not known. */
  from: z.string().nullable(),
  /** Version that upgrades. */
  to: z.string(),
  /** Identifier of the database, or `null` for an external one. A restored database has another. */
  system: z.string().nullable(),
  /** Migrations of the database before the upgrade. */
  migrations: z.array(z.string()),
  /** Digest of the database's control file when the return began, or `null` before. */
  control: z.string().nullable(),
  /** Error of a failed upgrade, as sentences. */
  reason: z.string().nullable(),
});

export type UpgradeRecord = z.infer<typeof recordSchema>;

/** Reads the record. Returns `null` if no upgrade was begun. Throws a `CommandError` if the file is damaged. */
export function readUpgrade(home: Pick<Home, 'before'>): UpgradeRecord | null {
  const text = readText(fileOf(home));
  if (text === null) return null;
  const record = parseStored(recordSchema, text);
  if (record !== null) return record;
  throw new CommandError(
    `${fileOf(home)} is damaged, so it is not known how far an upgrade came. Delete it, and start the release that should run. A copy from before the upgrade stays in ${home.before}.`,
  );
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // Another user's home cannot be read, and is refused elsewhere.
    if (isNodeError(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return null;
    throw error;
  }
}

/** Writes the record and flushes it to disk. */
export async function writeUpgrade(home: Pick<Home, 'before'>, record: UpgradeRecord): Promise<void> {
  await mkdir(home.before, { recursive: true, mode: 0o700 });
  await writeAtomic(fileOf(home), `${JSON.stringify(record, null, 2)}\n`);
  await flushDirectory(home.before);
}

export async function removeUpgrade(home: Pick<Home, 'before'>): Promise<void> {
  await rm(fileOf(home), { force: true });
}

function fileOf({ before }: Pick<Home, 'before'>): string {
  return path.join(before, 'phase.json');
}
