/** Tests the backup commands: create, verify and restore, also if the process is killed during them. */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  watch,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { partsDirectory } from '@innkeeper/apps/backup/moves';
import { withDatabase } from '@innkeeper/apps/installation/database';
import { homeAt, readState } from '@innkeeper/apps/installation/home';
import { processStart } from '@innkeeper/apps/installation/running';
import { commandFor, type Innkeeper, startCommand, until } from '@innkeeper/apps/testing/command';
import { postmasterOf } from '@innkeeper/db/embedded/running';
import { socketDirOf } from '@innkeeper/db/embedded/socket-dir';
import { findRecovering } from '@innkeeper/db/tables/recovering';
import { formatIdentityFile, generateAgeKeyPair } from '@innkeeper/engine/backup/age/keys';
import { parseBackupRecord } from '@innkeeper/model/backup/record';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GivenHome, givenHome } from './backup/given-home.ts';
import { keyLines } from './backup/key-lines.ts';
import { findDebianPostgres } from './backup/other-postgres.ts';
import { proveRoundTrip, tablesOf } from './backup/round-trip.ts';

const directory = mkdtempSync(path.join(os.tmpdir(), 'innkeeper-backup-'));
const store = path.join(directory, 'store');
/** Content of `backup/` in the home between two commands. */
const LEFT = ['authentication.key', 'recipients.txt', 'status.json', 'verify.key'];
let house: GivenHome;
let innkeeper: Innkeeper;
/** The encrypted file. */
let backup: string;

beforeAll(async () => {
  house = await givenHome(directory);
  innkeeper = commandFor(house.home.path);
  const setUp = await innkeeper('backup', 'setup', '--directory', store);
  expect(setUp.code, setUp.stderr).toBe(0);
  writeFileSync(house.keyFile, keyLines(setUp.stdout), { mode: 0o600 });
  const made = await innkeeper('backup', 'create');
  expect(made.code, made.stderr).toBe(0);
  backup = /Made (\S+)\.\n/.exec(made.stdout)?.[1] ?? expect.fail(made.stdout);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function restoreInto(home: string, environment: NodeJS.ProcessEnv = {}) {
  const command = commandFor(home, environment);
  return (...options: string[]) => command('restore', backup, '--identity', house.keyFile, ...options);
}

describe('backup create', () => {
  test("creates one file that Debian's tools can read, with everything that belongs to the installation", () => {
    const plain = execFileSync('age', ['-d', '-i', house.keyFile, backup], { maxBuffer: 1e9 });
    const names = execFileSync('tar', ['-t'], { input: execFileSync('zstd', ['-d'], { input: plain, maxBuffer: 1e9 }) });
    const listed = names.toString().trim().split('\n');
    expect(listed[0]).toBe('manifest.json');
    const files = ['attachments/ab/a-file', 'backup/recipients.txt', 'innkeeper.toml', 'received-mail/a-mail', 'secret.key'];
    expect(listed.filter((name) => name.startsWith('home/'))).toEqual(files.map((name) => `home/${name}`));
    expect(listed.filter((name) => name.startsWith('outside/'))).toEqual(['outside/0']);
    expect(listed).toContain('database/accounts.copy');
  });

  test('leaves the file and its record, and no plain text', () => {
    expect(readdirSync(store).sort()).toEqual([path.basename(backup), `${path.basename(backup)}.json`]);
    expect(parseBackupRecord(readFileSync(`${backup}.json`, 'utf8'))).toMatchObject({
      bytes: statSync(backup).size,
      verified_at: null,
    });
    expect(readdirSync(path.join(house.home.path, 'backup')).sort()).toEqual(LEFT);
  });
});

describe('backup setup', () => {
  test('keeps the keys on a second run, so that existing backups stay readable', async () => {
    const recipients = readFileSync(path.join(house.home.backup, 'recipients.txt'), 'utf8');
    const again = await innkeeper('backup', 'setup', '--directory', store);
    expect(again, again.stderr).toMatchObject({ code: 0, stdout: expect.not.stringMatching(/AGE-SECRET|INNKEEPER-MAC/) });
    expect(readFileSync(path.join(house.home.backup, 'recipients.txt'), 'utf8')).toBe(recipients);
  });

  test('refuses a directory that cannot store backups, and an invalid key', async () => {
    const config = readFileSync(house.home.configuration, 'utf8');
    const refused = await innkeeper('backup', 'setup', '--directory', house.outside);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot hold backups') });
    const wrong = await innkeeper('backup', 'setup', '--directory', store, '--recipient', 'ssh-ed25519');
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('age1') });
    expect(await innkeeper('backup', 'setup')).toMatchObject({ code: 2 });
    expect(readFileSync(house.home.configuration, 'utf8')).toBe(config);
  });
});

test('backup key prints the key that setup has shown, and doctor asks for it in an older home', async () => {
  const printed = await innkeeper('backup', 'key');
  expect(printed, printed.stderr).toMatchObject({ code: 0 });
  expect(readFileSync(house.keyFile, 'utf8')).toContain(keyLines(printed.stdout));
  const file = path.join(house.home.backup, 'authentication.key');
  const shown = readFileSync(file, 'utf8');
  expect((await innkeeper('doctor')).stdout).not.toContain('backup key');
  writeFileSync(file, shown.replace(/^# shown: .*\n/m, ''));
  expect((await innkeeper('doctor')).stdout).toContain('-> ./innkeeper backup key');
  await innkeeper('backup', 'key');
  expect((await innkeeper('doctor')).stdout).not.toContain('backup key');
});

describe('backup verify', () => {
  test('verifies the newest backup, and notes it in its record', async () => {
    expect((await innkeeper('backup', 'list')).stdout).toMatch(/house-\S+ .* never\n/);
    const verified = await innkeeper('backup', 'verify');
    expect(verified, verified.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('its books add up') });
    expect(parseBackupRecord(readFileSync(`${backup}.json`, 'utf8'))?.verified_at).not.toBeNull();
    expect(readdirSync(path.join(house.home.path, 'backup')).sort()).toEqual(LEFT);
  });

  test('refuses a backup under the name of another time', async () => {
    const renamed = path.join(directory, path.basename(backup).replace('house-2', 'house-3'));
    copyFileSync(backup, renamed);
    const verified = await innkeeper('backup', 'verify', renamed);
    rmSync(renamed);
    expect(verified).toMatchObject({ code: 1, stderr: expect.stringContaining('but it was made at') });
  });
});

/** Paths in the working directories of commands about backups that run. */
function atWork(): string[] {
  const directories = readdirSync(house.home.backup).filter((name) => name.startsWith('work-'));
  return directories.flatMap((name) => {
    const at = path.join(house.home.backup, name);
    return [at, ...namesIn(at).map((inner) => path.join(at, inner))];
  });
}

/** A directory that has been removed meanwhile counts as empty. */
function namesIn(at: string): string[] {
  try {
    return readdirSync(at);
  } catch {
    return [];
  }
}

/**
 * Paths below the home and the store at which a backup is killed, in the order of its steps. The process may be a little further when it
 * dies.
 */
const STEPS_OF_CREATE: readonly [string, RegExp][] = [
  ['opens its directory', /^work-[^/]+$/],
  ['reads the first table', /\/database\/[^/]+\.copy$/],
  ['has read all tables', /\/manifest\.json$/],
  ['encrypts', /\.part$/],
  ['has encrypted', /^work-.*\.age$/],
  ['copies into the store', /^\.draft-.*\.age\./],
  ['writes the record', /^\.draft-.*\.json\./],
  ['has written the record', /^house-.*\.age\.json$/],
];

test.each(STEPS_OF_CREATE)('backup create that is killed when it %s leaves a whole backup or none', async (_step, at) => {
  const before = new Set(readdirSync(store));
  const watched = new AbortController();
  let isReached = false;
  const note = (_event: string, name: string | null): void => {
    if (name !== null && at.test(name) && !before.has(name)) isReached = true;
  };
  watch(house.home.backup, { recursive: true, signal: watched.signal }, note);
  // Drafts in the store live for a millisecond. A recursive watch would miss them: Node looks for a path again before it reports it.
  watch(store, { signal: watched.signal }, note);
  const killed = startCommand(house.home.path, ['backup', 'create'], { CI: 'true' });
  // A busy machine may report the step only after the end. The backup must then be whole.
  let hasEnded = false;
  void killed.ended.then(() => {
    hasEnded = true;
  });
  await until('the step or the end', () => isReached || hasEnded, 0);
  if (!hasEnded) process.kill(killed.pid, 'SIGKILL');
  watched.abort();
  await killed.ended;
  const added = readdirSync(store).filter((name) => !before.has(name) && !name.startsWith('.draft-'));
  // A file without a record counts as no backup. The next run completes or removes it.
  const backups = added.filter((name) => added.includes(`${name}.json`));
  expect(added.filter((name) => name.endsWith('.json'))).toEqual(backups.map((name) => `${name}.json`));
  for (const name of backups)
    expect(parseBackupRecord(readFileSync(path.join(store, `${name}.json`), 'utf8'))).toMatchObject({
      bytes: statSync(path.join(store, name)).size,
    });
});

test('backup create removes what killed ones left, and makes a backup', async () => {
  const before = readdirSync(store).filter((name) => name.endsWith('.json'));
  expect(await innkeeper('backup', 'create')).toMatchObject({ code: 0 });
  const after = readdirSync(store);
  expect(after.filter((name) => name.endsWith('.json'))).toHaveLength(before.length + 1);
  expect(readdirSync(house.home.backup).sort()).toEqual(LEFT);
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'backup verify that gets %s leaves no server running, and the next command removes its remains',
  async (signal) => {
    const verify = startCommand(house.home.path, ['backup', 'verify'], { CI: 'true' });
    const pidFile = (): string | undefined =>
      atWork()
        .filter((at) => path.basename(at) === 'db')
        .map((at) => path.join(at, 'postmaster.pid'))
        .find((at) => existsSync(at));
    await until('its server is there', () => pidFile() !== undefined, 1);
    const file = pidFile() ?? '';
    const server = Number.parseInt(readFileSync(file, 'utf8'), 10);
    const socketDirectory = socketDirOf(path.dirname(file));
    process.kill(verify.pid, signal);
    await verify.ended;
    await until('the server has ended', () => processStart(server) === null);
    expect(await innkeeper('backup', 'create')).toMatchObject({ code: 0 });
    expect(readdirSync(house.home.backup).sort()).toEqual(LEFT);
    expect(existsSync(socketDirectory)).toBe(false);
  },
);

describe('restore refuses, before it writes anything:', () => {
  const nowhere = path.join(directory, 'nowhere');

  test('a wrong key, and a file without keys', async () => {
    const other = path.join(directory, 'other.key');
    writeFileSync(other, formatIdentityFile(await generateAgeKeyPair(), new Date()));
    const wrong = await commandFor(nowhere)('restore', backup, '--identity', other);
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('made for another key') });
    expect((await commandFor(nowhere)('restore', backup, '--identity', backup)).stderr).toContain('is no file of age keys');
    expect(existsSync(nowhere)).toBe(false);
  });

  test('a file that is truncated at its very end', async () => {
    const cut = path.join(directory, 'cut.age');
    writeFileSync(cut, readFileSync(backup));
    truncateSync(cut, statSync(cut).size - 1);
    const refused = await commandFor(nowhere)('restore', cut, '--identity', house.keyFile);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('damaged or incomplete') });
    expect(existsSync(nowhere)).toBe(false);
  });

  test('a home with an installation, and a running one', async () => {
    // The lock that decides whether the home runs is a file without content.
    const files = () =>
      readdirSync(house.home.path)
        .filter((name) => name !== 'home.lock')
        .sort();
    const before = files();
    const restore = restoreInto(house.home.path);
    expect(await restore()).toMatchObject({ code: 1, stderr: expect.stringContaining('--replace') });
    const running = { pid: process.pid, started: processStart(process.pid), state: 'ready' };
    writeFileSync(house.home.runningFile, JSON.stringify(running));
    expect(await restore('--replace')).toMatchObject({ code: 1, stderr: expect.stringContaining('./innkeeper down') });
    rmSync(house.home.runningFile);
    expect(files()).toEqual(before);
  });
});

/** Writes the files of the backup as an earlier release did, encrypted to the public key of the operator alone. */
function forge(to: string): void {
  const files = mkdtempSync(path.join(directory, 'forged-'));
  const limits = { maxBuffer: 1e9 };
  const plain = execFileSync('zstd', ['-d'], {
    input: execFileSync('age', ['-d', '-i', house.keyFile, backup], limits),
    ...limits,
  });
  const listed = execFileSync('tar', ['-t'], { input: plain, ...limits })
    .toString()
    .trim()
    .split('\n');
  execFileSync('tar', ['-x', '-C', files], { input: plain });
  const { mac: _, files: __, ...manifest } = JSON.parse(readFileSync(path.join(files, 'manifest.json'), 'utf8')) as Manifest;
  writeFileSync(path.join(files, 'manifest.json'), JSON.stringify(manifest));
  const packed = execFileSync('tar', ['-c', '-C', files, ...listed], limits);
  const recipients = ['-R', path.join(house.home.backup, 'recipients.txt')];
  writeFileSync(to, execFileSync('age', recipients, { input: execFileSync('zstd', { input: packed, ...limits }), ...limits }));
}

type Manifest = Record<'mac' | 'files', unknown>;

test('a backup that the host did not make is refused by proof and restore, unless a person trusts it', async () => {
  const forged = path.join(directory, path.basename(backup).replace('house-2', 'house-3'));
  forge(forged);
  const proof = await innkeeper('backup', 'verify', forged);
  expect(proof).toMatchObject({ code: 1, stderr: expect.stringContaining('has no authentication code') });
  const home = homeAt(path.join(directory, 'trusting'));
  const restore = (...options: string[]) => commandFor(home.path)('restore', forged, '--identity', house.keyFile, ...options);
  expect(await restore()).toMatchObject({ code: 1, stderr: expect.stringContaining('add --unsigned') });
  const other = await restore('--unsigned');
  const takenAt = /--taken-at (\S+Z)/.exec(other.stderr)?.[1] ?? expect.fail(other.stderr);
  expect(existsSync(home.path)).toBe(false);
  const restored = await restore('--unsigned', '--taken-at', takenAt);
  expect(restored, restored.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('was not checked') });
  expect(await tablesOf(home, directory)).toEqual(await tablesOf(house.home, directory));
  expect(readFileSync(path.join(home.path, 'secret.key'))).toEqual(readFileSync(house.home.secretKeyFile));
});

test('restore restores an installation into an empty home, although it is killed at two of its steps', async () => {
  const home = homeAt(path.join(directory, 'second'));
  for (const step of ['Extract the files', 'Load the database']) {
    const killed = startCommand(home.path, ['restore', backup, '--identity', house.keyFile], { CI: 'true' });
    await until(`it prints ${step}`, () => killed.said().includes(`${step} ...`));
    process.kill(killed.pid, 'SIGKILL');
    await killed.ended;
    expect(await readState(home)).toBeNull();
    expect(existsSync(home.database)).toBe(false);
  }
  const restored = await restoreInto(home.path)();
  expect(restored.code, restored.stderr).toBe(0);
  expect(await tablesOf(home, directory)).toEqual(await tablesOf(house.home, directory));
  expect(await withDatabase(home, findRecovering)).toMatchObject({ backup: path.basename(backup) });
  expect(await readState(home)).toEqual({ engine: 'simulated', externalDatabase: false });
  for (const name of ['innkeeper.toml', 'secret.key', 'attachments/ab/a-file', 'received-mail/a-mail', 'backup/recipients.txt'])
    expect(readFileSync(path.join(home.path, name))).toEqual(readFileSync(path.join(house.home.path, name)));
  expect(readdirSync(home.path)).not.toContain('restoring');
  expect(existsSync(path.join(home.path, 'backup', 'verify.key'))).toBe(false);

  // No engine was ever opened in this home.
  const recovered = commandFor(home.path);
  const plan = path.join(directory, 'plan.txt');
  const planned = await recovered('restore', 'plan', '--output', plan);
  expect(planned, planned.stderr).toMatchObject({ code: 0 });
  expect(readFileSync(plan, 'utf8')).not.toContain('check failed');
  const finished = await recovered('restore', 'finish', '--accept', plan);
  expect(finished, finished.stderr).toMatchObject({ code: 0 });
  expect(await withDatabase(home, findRecovering)).toBeUndefined();
});

test('a second restore waits for the server of a killed one', async () => {
  const home = homeAt(path.join(directory, 'third'));
  const killed = startCommand(home.path, ['restore', backup, '--identity', house.keyFile], { CI: 'true' });
  const data = path.join(partsDirectory(home), path.basename(home.database));
  await until('its server is there', () => postmasterOf(data) !== undefined, 1);
  const server = postmasterOf(data) ?? expect.fail();
  // A stopped process does not end, so the second restore finds it.
  process.kill(server, 'SIGSTOP');
  try {
    process.kill(killed.pid, 'SIGKILL');
    await killed.ended;
    const second = startCommand(home.path, ['restore', backup, '--identity', house.keyFile], { CI: 'true' });
    let code: number | null | undefined;
    void second.ended.then((ended) => {
      code = ended;
    });
    await until('it waits', () => second.said().includes('Wait for the interrupted restore ...') || code !== undefined);
    expect([postmasterOf(data), code], second.said()).toEqual([server, undefined]);
    process.kill(server, 'SIGCONT');
    expect(await second.ended, second.said()).toBe(0);
  } finally {
    if (processStart(server) !== null) process.kill(server, 'SIGCONT');
  }
  expect(await tablesOf(home, directory)).toEqual(await tablesOf(house.home, directory));
});

test('restore --replace keeps the old installation next to the new one, and does not touch guests', async () => {
  const tables = await tablesOf(house.home, directory);
  writeFileSync(house.home.secretKeyFile, 'of today\n');
  rmSync(house.outside);
  const restored = await restoreInto(house.home.path)('--replace');
  expect(restored.code, restored.stderr).toBe(0);
  const kept = /The files of before are kept in (\S+)\.\n/.exec(restored.stdout)?.[1] ?? expect.fail(restored.stdout);
  expect(readFileSync(path.join(kept, 'secret.key'), 'utf8')).toBe('of today\n');
  expect(existsSync(path.join(kept, 'db', 'PG_VERSION'))).toBe(true);
  expect(readFileSync(house.home.secretKeyFile, 'utf8')).not.toBe('of today\n');
  expect(readFileSync(path.join(house.home.machines, 'srv-1', 'disk'), 'utf8')).toBe('of a guest');
  expect(await tablesOf(house.home, directory)).toEqual(tables);
  const copy = new RegExp(`Copy it: cp (\\S+) ${house.outside}\n`).exec(restored.stdout)?.[1] ?? expect.fail(restored.stdout);
  expect(readFileSync(copy, 'utf8')).toBe('hush\n');
});

const debian = findDebianPostgres();
test.skipIf(debian === undefined)(
  "restore works with Debian's PostgreSQL, and a backup of that with the embedded one",
  async () => {
    const way = mkdtempSync(path.join(directory, 'way-'));
    await proveRoundTrip({ programs: debian ?? '', directory: way, house: house.home, backup, keyFile: house.keyFile });
  },
);
