/** Proves that a house goes from a backup into another PostgreSQL, and from there back into the embedded one. */
import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { withDatabaseUrl } from '@innkeeper/apps/installation/database';
import { type Home, homeAt, readState } from '@innkeeper/apps/installation/home';
import { commandFor } from '@innkeeper/apps/testing/command';
import { copyOut } from '@innkeeper/db/backup/copy-out';
import { expect } from 'vitest';
import { keyLines } from './key-lines.ts';
import { startOtherPostgres } from './other-postgres.ts';

export interface RoundTrip {
  /** Directory of `initdb` and `postgres`. */
  programs: string;
  /** Empty directory for the homes of the way. */
  directory: string;
  /** Home that the backup is of. */
  house: Home;
  /** Encrypted file. */
  backup: string;
  keyFile: string;
}

/** Returns the version of the other server, as its backup names it. */
export async function proveRoundTrip({ programs, directory, house, backup, keyFile }: RoundTrip): Promise<string> {
  const other = await startOtherPostgres(programs);
  try {
    const home = homeAt(path.join(directory, 'external'));
    const environment = { DATABASE_URL: other.url };
    const restore = (into: string, file: string, env: NodeJS.ProcessEnv) =>
      commandFor(into, env)('restore', file, '--identity', keyFile);
    const restored = await restore(home.path, backup, environment);
    expect(restored.code, restored.stderr).toBe(0);
    expect(await readState(home)).toEqual({ engine: 'simulated', externalDatabase: true });
    expect(existsSync(home.database)).toBe(false);
    expect(await restore(path.join(directory, 'once-more'), backup, environment)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not empty'),
    });
    rmSync(path.join(home.path, 'innkeeper.toml'));
    const created = await commandFor(home.path, environment)('backup', 'create', '--to', path.join(directory, 'back'));
    expect(created.code, created.stderr).toBe(0);
    const back = /Made (\S+)\.\n/.exec(created.stdout)?.[1] ?? expect.fail(created.stdout);
    // The other host has another authentication key, which its operator adds to the file.
    const refused = await restore(path.join(directory, 'refused'), back, {});
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('another key') });
    appendFileSync(keyFile, keyLines((await commandFor(home.path, environment)('backup', 'key')).stdout));
    const again = homeAt(path.join(directory, 'embedded-again'));
    const embedded = await restore(again.path, back, {});
    expect(embedded.code, embedded.stderr).toBe(0);
    expect(await tablesOf(again, directory)).toEqual(await tablesOf(house, directory));
    const to = mkdtempSync(path.join(directory, 'tables-'));
    return (await copyOut(other.url, to)).manifest.postgresql;
  } finally {
    await other.stop();
  }
}

/** SHA-256 of each table, but for the events, whose transactions are of their server, and for the row of a recovery. */
export async function tablesOf(home: Home, directory: string): Promise<unknown> {
  const to = mkdtempSync(path.join(directory, 'tables-'));
  const { manifest } = await withDatabaseUrl(home, (url) => copyOut(url, to));
  return manifest.tables.filter(({ name }) => name !== 'events' && name !== 'recovering');
}
