/** The state of an upgrade in `before/phase.json`: its phase is on disk before each step begins (model/upgrade/phases.ts). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { flushDirectory, isNodeError, writeAtomic } from '@innkeeper/engine/atomic';
import { copyTime } from '@innkeeper/model/upgrade/copies';
import { PHASES } from '@innkeeper/model/upgrade/phases';
import { z } from 'zod';
import { partsDirectory } from '../backup/moves.ts';
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
export function readUpgrade(home: Home): UpgradeRecord | null {
  const text = readText(fileOf(home));
  if (text === null) return null;
  const record = parseStored(recordSchema, text);
  if (record !== null) return record;
  const advice =
    adviceOnReturn(home) ??
    `Delete it, and start the release that should run. A copy from before the upgrade stays in ${home.before}.`;
  throw new CommandError(`${fileOf(home)} is damaged, so it is not known how far an upgrade came. ${advice}`);
}

/**
 * Says how a person completes a return from an upgrade. Returns `null` if no file of the copy was moved.
 *
 * Without the record no code may complete it, because another release may have used the database since. If only the record is deleted, the
 * home can be taken for one with an interrupted restore. The next restore can also delete the parts of the copy.
 */
function adviceOnReturn(home: Home): string | null {
  const copy = findMovedCopy(home);
  if (copy === null) return null;
  const parts = [home.database, home.state]
    .map((file) => path.join(partsDirectory(home), path.basename(file)))
    .filter((file) => existsSync(file));
  const move = parts.length === 0 ? '' : `Put what they replace aside, and move ${parts.join(' and ')} to ${home.path}. `;
  const leftovers = [home.restoreDirectory, copy, fileOf(home)].filter((file) => existsSync(file));
  return `The files from before it were being put back. ${move}Then delete ${leftovers.join(' and ')}, and start the release before.`;
}

/** Returns the directory of a copy whose database is moved. Copies of external databases have other files. */
function findMovedCopy(home: Home): string | null {
  const rest = ['manifest.json', path.basename(home.state)];
  const isMoved = (copy: string): boolean => {
    const names = readdirSync(copy);
    return names.includes('manifest.json') && names.every((name) => rest.includes(name));
  };
  const copies = readdirSync(home.before).filter((name) => copyTime(name) !== null);
  return copies.map((name) => path.join(home.before, name)).find(isMoved) ?? null;
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
