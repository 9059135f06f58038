/**
 * Moves restored files into a home. The replaced files are kept in `replaced-TIME/` of the home.
 *
 * The move takes many renames, so a list of them is written first. Once the list exists, the restore is committed: the next run completes
 * the renames. Guests and copies are not moved, because guests keep running.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { flushDirectory, writeAtomic } from '@innkeeper/engine/atomic';
import { z } from 'zod';
import type { Home } from '../installation/home.ts';

const movesSchema = z.object({
  /** Name of the backup. */
  backup: z.string(),
  /** Directory of the home that keeps the old files. */
  replaced: z.string(),
  /** Files that come from `restoring/parts/`. */
  arrive: z.array(z.string()),
  /** Files that the backup does not have. */
  leave: z.array(z.string()),
});

export type Moves = z.infer<typeof movesSchema>;

/** Writes the list, which commits the restore, and performs the renames. */
export async function commitMoves(home: Home, moves: Moves): Promise<void> {
  await writeAtomic(home.movesFile, `${JSON.stringify(moves, null, 2)}\n`);
  await flushDirectory(path.dirname(home.movesFile));
  await performMoves(home, moves);
}

/** Completes the renames of a killed restore. Returns its moves, or `null` if there is nothing to do. */
export async function finishMoves(home: Home): Promise<Moves | null> {
  if (!existsSync(home.movesFile)) return null;
  const moves = movesSchema.parse(JSON.parse(await readFile(home.movesFile, 'utf8')));
  await performMoves(home, moves);
  return moves;
}

/** Returns the directory that holds restored files until they are moved into the home. */
export function partsDirectory(home: Home): string {
  return path.join(home.restoreDirectory, 'parts');
}

/** Performs the renames that are still missing. The process may have been killed between any two of them. */
async function performMoves(home: Home, { replaced, arrive, leave }: Moves): Promise<void> {
  const setAside = async (part: string): Promise<void> => {
    const [from, to] = [path.join(home.path, part), path.join(home.path, replaced, part)];
    if (!existsSync(from) || existsSync(to)) return;
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
    await rename(from, to);
  };
  for (const part of leave) await setAside(part);
  for (const part of arrive) {
    const from = path.join(partsDirectory(home), part);
    if (!existsSync(from)) continue;
    await setAside(part);
    const to = path.join(home.path, part);
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
    await rename(from, to);
  }
  await flushDirectory(home.path);
  // Delete the list first, because a crash can leave the directory partly deleted.
  await rm(home.movesFile);
  await rm(home.restoreDirectory, { recursive: true, force: true });
}
