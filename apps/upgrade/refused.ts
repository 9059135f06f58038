/**
 * Remembers the version whose upgrade failed, in `before/refused.json`.
 *
 * Without it, systemd would repeat the failed start each second, and each attempt would copy the database again.
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { IncompatibleDatabase } from '@innkeeper/db/incompatible';
import { readIfThere, writeAtomic } from '@innkeeper/engine/atomic';
import { z } from 'zod';
import type { Home } from '../installation/home.ts';
import { CommandError } from '../terminal/command-error.ts';
import { parseStored } from './stored.ts';

/** Exit code that both units exclude from restarts (`RestartPreventExitStatus`). */
export const REFUSED_EXIT_CODE = 78;

const refusalSchema = z.object({ version: z.string(), reason: z.string(), at: z.iso.datetime() });

type Refusal = z.infer<typeof refusalSchema>;

export async function writeRefusal(home: Pick<Home, 'before'>, refusal: Refusal): Promise<void> {
  await mkdir(home.before, { recursive: true, mode: 0o700 });
  await writeAtomic(fileOf(home), `${JSON.stringify(refusal, null, 2)}\n`);
}

export async function removeRefusal(home: Pick<Home, 'before'>): Promise<void> {
  await rm(fileOf(home), { force: true });
}

/** Throws a `CommandError` with exit code 78 if this version has failed on this home. Only a person, or another version, tries again. */
export async function refuseFailedUpgrade(home: Pick<Home, 'before'>, version: string): Promise<void> {
  const text = await readIfThere(fileOf(home));
  if (text === null) return;
  const refusal = parseStored(refusalSchema, text);
  if (refusal !== null && refusal.version !== version) return;
  const what =
    refusal === null
      ? `${fileOf(home)} is damaged. It names an upgrade that failed,`
      : `${refusal.reason} This was at ${refusal.at},`;
  throw new CommandError(
    `${what} and is not repeated unattended. To try again, run ./innkeeper up --detach in a terminal.`,
    REFUSED_EXIT_CODE,
  );
}

/** Converts the error of a database that this version cannot work with, so that systemd does not repeat the start. Returns others as they are. */
export function asRefusal(error: unknown): unknown {
  return error instanceof IncompatibleDatabase ? new CommandError(error.message, REFUSED_EXIT_CODE) : error;
}

function fileOf({ before }: Pick<Home, 'before'>): string {
  return path.join(before, 'refused.json');
}
