import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { currentVersion } from '../installation/code-version.ts';
import { type Home, homeAt, writeState } from '../installation/home.ts';
import { refuseDatabase } from './refuse-database.ts';

let home: Home;
beforeEach(() => {
  home = homeAt(mkdtempSync(path.join(tmpdir(), 'innkeeper-judged-')));
  // No server starts on an empty directory, so a start fails.
  mkdirSync(home.database);
});
afterEach(() => rmSync(home.path, { recursive: true }));

const started = { engine: 'simulated', externalDatabase: false } as const;
const STARTS = /belongs to root|holds no PostgreSQL database/;

test('starts a server to judge a home, unless this code started it last or it has no database', async () => {
  await expect(refuseDatabase(home)).rejects.toThrow(STARTS);
  await writeState(home, started);
  await expect(refuseDatabase(home)).rejects.toThrow(STARTS);
  await writeState(home, { ...started, ...currentVersion(), schema: 'of another release' });
  await expect(refuseDatabase(home)).rejects.toThrow(STARTS);
  await writeState(home, { ...started, ...currentVersion() });
  await refuseDatabase(home);
  rmSync(home.state);
  rmSync(home.database, { recursive: true });
  await refuseDatabase(home);
});
