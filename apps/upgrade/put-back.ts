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
import { upgradeMark } from '@innkeeper/model/upgrade/phases';
import { commitMoves, finishMoves, partsDirectory } from '../backup/moves.ts';
import type { Home } from '../installation/home.ts';
import { copyDirectory, removeCopy } from './copies.ts';
import { removeUpgrade, type UpgradeRecord, writeUpgrade } from './record.ts';

/** Puts the copy back, or completes an interrupted return. PostgreSQL must be stopped. */
export async function putBack(home: Home, record: UpgradeRecord): Promise<void> {
  const { copy } = record;
  if (copy === null) throw new Error('an upgrade without a copy cannot be put back');
  const lock = await lockData(home.database);
  try {
    if (record.phase !== 'returning') {
      // An interrupted restore may have left files there.
      await rm(partsDirectory(home), { recursive: true, force: true });
      await writeUpgrade(home, { ...record, phase: 'returning' });
    }
    const replaced = path.join(path.basename(home.before), `replaced-${copy}`);
    if (existsSync(home.movesFile)) await finishMoves(home);
    else {
      const arrive = await stageCopy(home, copy);
      if (arrive.length > 0) await commitMoves(home, { backup: upgradeMark(record.to), replaced, arrive, leave: [] });
    }
    // The database of the failed upgrade has nothing that is not in the copy, since nothing could act.
    await rm(path.join(home.path, replaced), { recursive: true, force: true });
    await removeCopy(home, copy);
    await removeUpgrade(home);
  } finally {
    lock.release();
  }
}

/** Moves the parts of the copy to the place from which `commitMoves` takes them. Returns the parts that are there. */
async function stageCopy(home: Home, copy: string): Promise<string[]> {
  const parts = partsDirectory(home);
  await mkdir(parts, { recursive: true, mode: 0o700 });
  const names = [path.basename(home.database), path.basename(home.state)];
  for (const name of names) {
    const from = path.join(copyDirectory(home, copy), name);
    // A part that the copy lacks was moved before an interruption.
    if (existsSync(from)) await rename(from, path.join(parts, name));
  }
  return names.filter((name) => existsSync(path.join(parts, name)));
}
