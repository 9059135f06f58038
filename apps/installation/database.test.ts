import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
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
  // A directory without a database.
  mkdirSync(home.database);
  const refused = await withDatabase(home, async () => 'answered').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(CommandError);
  expect(String(refused)).toMatch(/\. The disk of the database has \d+ bytes \(\d+ MB\) left\.$/);
});
