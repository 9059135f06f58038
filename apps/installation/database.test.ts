import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { CommandError } from '../terminal/command-error.ts';
import { withDatabase } from './database.ts';
import { homeAt, writeState } from './home.ts';

const directory = mkdtempSync(path.join(os.tmpdir(), 'innkeeper-database-'));
afterAll(() => rmSync(directory, { recursive: true }));

test('without a database a command says why, and how much space is left', async () => {
  const home = homeAt(directory);
  await writeState(home, { engine: 'simulated', externalDatabase: false });
  // A directory with no more of a database than its version.
  mkdirSync(home.database);
  writeFileSync(path.join(home.database, 'PG_VERSION'), '18\n');
  // PostgreSQL refuses to run as root, so for root the directory belongs to nobody.
  if (process.getuid?.() === 0) chownSync(home.database, 65_534, 65_534);
  const refused = await withDatabase(home, async () => 'answered').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(CommandError);
  expect(String(refused)).toMatch(/did not start .* The disk of the database has \d+ bytes \(\d+ MB\) left\.$/);
});
