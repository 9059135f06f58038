/**
 * Puts the copy from before a failed upgrade back in its place.
 *
 * The record of the upgrade says `returning` before the first rename, and every command refuses the home until the last one. The renames
 * are those of a restore (apps/backup/moves.ts), so that releases without this file refuse the home too. The journal of invoice numbers is
 * no part of a copy: an older journal would let numbers be given twice.
 */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { lockData } from '@innkeeper/db/embedded/lock-data';
import { flushDirectory } from '@innkeeper/engine/atomic';
import { upgradeMark } from '@innkeeper/model/upgrade/phases';
import { commitMoves, finishMoves, partsDirectory } from '../backup/moves.ts';
import type { Home } from '../installation/home.ts';
import { copyDirectory, removeCopy } from './copies.ts';
import { digestControl } from './copy.ts';
import { removeUpgrade, type UpgradeRecord, writeUpgrade } from './record.ts';

/**
 * Puts the copy back, or completes an interrupted return. PostgreSQL must be stopped. Returns false, and keeps the database, if a server
 * ran on it since the return was interrupted.
 */
export async function putBack(home: Home, record: UpgradeRecord): Promise<boolean> {
  const { copy } = record;
  if (copy === null) throw new Error('an upgrade without a copy cannot be put back');
  const lock = await lockData(home.database);
  try {
    if (record.phase !== 'returning') {
      // An interrupted restore may have left files there.
      await rm(partsDirectory(home), { recursive: true, force: true });
      await writeUpgrade(home, { ...record, phase: 'returning', control: await digestControl(home.database) });
    } else {
      await finishMoves(home);
      if (await isUsedSince(home, copy, record.control)) {
        await stepBack(home, copy, record);
        return false;
      }
    }
    const replaced = path.join(path.basename(home.before), `replaced-${copy}`);
    // After a power failure the list of renames can be there without the files of the copy.
    const arrive = await stageCopy(home, copy);
    if (arrive.length > 0) await commitMoves(home, { backup: upgradeMark(record.to), replaced, arrive, leave: [] });
    // The database of the failed upgrade has nothing that is not in the copy, since nothing could act.
    for (const left of [path.join(home.path, replaced), home.restoreDirectory]) await rm(left, { recursive: true, force: true });
    await removeCopy(home, copy);
    await removeUpgrade(home);
    return true;
  } finally {
    lock.release();
  }
}

/**
 * Returns whether a server ran on the database since the return began, although the copy is not back. Releases that know nothing of
 * upgrades start a home until the list of renames exists, and may have sold servers there.
 */
async function isUsedSince(home: Home, copy: string, control: string | null): Promise<boolean> {
  const database = path.basename(home.database);
  const isBack = ![copyDirectory(home, copy), partsDirectory(home)].some((place) => existsSync(path.join(place, database)));
  const now = await digestControl(home.database);
  return !isBack && now !== null && now !== control;
}

/** Gives up the return. The next start judges the database as after an interruption while the processes started. */
async function stepBack(home: Home, copy: string, record: UpgradeRecord): Promise<void> {
  for (const name of partsOf(home)) {
    const from = path.join(partsDirectory(home), name);
    if (existsSync(from)) await rename(from, path.join(copyDirectory(home, copy), name));
  }
  await writeUpgrade(home, { ...record, phase: 'starting', control: null });
}

/** Moves the parts of the copy to the place from which `commitMoves` takes them. Returns the parts that are there. */
async function stageCopy(home: Home, copy: string): Promise<string[]> {
  const parts = partsDirectory(home);
  await mkdir(parts, { recursive: true, mode: 0o700 });
  for (const name of partsOf(home)) {
    const from = path.join(copyDirectory(home, copy), name);
    // A part that the copy lacks was moved before an interruption.
    if (existsSync(from)) await rename(from, path.join(parts, name));
  }
  await flushDirectory(parts);
  return partsOf(home).filter((name) => existsSync(path.join(parts, name)));
}

function partsOf(home: Home): string[] {
  return [path.basename(home.database), path.basename(home.state)];
}
