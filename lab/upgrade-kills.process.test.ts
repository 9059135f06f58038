/** Upgrades that are killed at each step, that meet a full disk, a link or another start, and that use an external database. */
import { execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { withDatabase } from '@innkeeper/apps/installation/database';
import { type Home, homeAt } from '@innkeeper/apps/installation/home';
import { readRunning } from '@innkeeper/apps/installation/running';
import { commandFor, type Innkeeper, startCommand, until } from '@innkeeper/apps/testing/command';
import { freePort } from '@innkeeper/apps/testing/free-port';
import { copyDatabase, refuseUncopyable } from '@innkeeper/apps/upgrade/copy';
import { readUpgrade } from '@innkeeper/apps/upgrade/record';
import { openDatabase } from '@innkeeper/db/connect';
import { findRunning, postmasterOf } from '@innkeeper/db/embedded/running';
import { startEmbedded } from '@innkeeper/db/embedded/start';
import { beginRecovering } from '@innkeeper/db/tables/recovering';
import { type Phase, upgradeMark } from '@innkeeper/model/upgrade/phases';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { digestFiles, stateOf } from './upgrade/home-state.ts';
import { makeRelease } from './upgrade/other-release.ts';

const directory = realpathSync(mkdtempSync(path.join(tmpdir(), 'innkeeper-kills-')));
const original = homeAt(path.join(directory, 'original'));
const launchers: Record<string, string> = {};

beforeAll(async () => {
  const port = String(await freePort());
  const innkeeper = commandFor(original.path);
  expect(await innkeeper('up', '--engine', 'simulated', '--port', port, '--detach')).toMatchObject({ code: 0 });
  expect(await innkeeper('down')).toMatchObject({ code: 0 });
  const migration = 'alter table users add column of_a_test integer';
  const add = (name: string, changes: object): void => {
    launchers[name] = makeRelease(path.join(directory, name), { version: '0.2.0', ...changes });
  };
  add('good', { migration });
  add('slow', { migration: `${migration}; select pg_sleep(3)` });
  add('failing', { migration: `update users set email = 'changed-' || email; select 1 / 0` });
  add('dead', { migration, api: 'process.exit(1)' });
  // This API is never ready, so the supervisor waits until its limit.
  add('mute', {
    migration,
    api: "setInterval(() => {}, 1000); process.on('disconnect', () => process.exit());",
  });
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Returns a copy of the home, which is stopped when the test ends. */
function copyHome(name: string): Home {
  const home = homeAt(path.join(directory, `home-${name}`));
  execFileSync('cp', ['--archive', original.path, home.path]);
  onTestFinished(async () => {
    await commandFor(home.path, {}, launchers.good)('down', '--guests');
  });
  return home;
}

const commandOf = (home: Home, name: string, environment: NodeJS.ProcessEnv = {}): Innkeeper =>
  commandFor(home.path, environment, launchers[name]);
const copiesIn = (home: Home): string[] => readdirSync(home.before).filter((name) => name.startsWith('0.1.0'));
const isServed = async (home: Home): Promise<boolean> => {
  const { url = '' } = (await readRunning(home)) ?? {};
  return fetch(`${url}/readyz`).then(
    (reply) => reply.ok,
    () => false,
  );
};

/** Starts a release, and kills its supervisor in a phase of the upgrade. */
async function killIn(home: Home, name: string, phase: Phase): Promise<void> {
  const started = startCommand(home.path, ['up'], { CI: 'true' }, launchers[name]);
  // The file is read without a pause, because some phases are short.
  for (const deadline = Date.now() + 60_000; readUpgrade(home)?.phase !== phase; await sleep(1))
    if (Date.now() > deadline) throw new Error(`${phase} was not reached: ${started.said()}`);
  process.kill(started.pid, 'SIGKILL');
  await started.ended;
  await until('the server has ended', () => postmasterOf(home.database) === undefined);
}

describe('kill -9', () => {
  test.each<[Phase, string]>([
    ['copying', 'good'],
    ['verifying', 'good'],
    ['migrating', 'slow'],
  ])('in %s changes nothing: the release before starts, and the next upgrade begins again', async (phase, release) => {
    const home = copyHome(phase);
    const before = await stateOf(home);
    await killIn(home, release, phase);
    expect(await stateOf(home)).toEqual(before);
    const innkeeper = commandFor(home.path);
    expect(await innkeeper('up', '--detach')).toMatchObject({ code: 0 });
    expect(existsSync(path.join(home.before, 'phase.json'))).toBe(false);
    expect(copiesIn(home)).toEqual([]);
    await innkeeper('down');
    expect(await commandOf(home, 'good')('up', '--detach')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Copy of the'),
    });
    expect(copiesIn(home)).toHaveLength(1);
  });

  test('in starting keeps everything from acting until the next start of the release, which continues', async () => {
    const home = copyHome('starting');
    await killIn(home, 'mute', 'starting');
    const [copy] = copiesIn(home);
    const good = commandOf(home, 'good');
    const refused = await good('account', 'create', '--email', 'me@example.org', '--country', 'DE');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('An upgrade was interrupted') });
    expect(await good('restore', 'finish')).toMatchObject({ code: 1, stderr: expect.stringContaining('Run ./innkeeper up') });
    expect(await good('up', '--detach')).toMatchObject({ code: 0, stdout: expect.not.stringContaining('Copy of the') });
    expect(copiesIn(home)).toEqual([copy]);
    await until('it works', () => isServed(home));
    expect(await good('account', 'create', '--email', 'me@example.org', '--country', 'DE')).toMatchObject({ code: 0 });
  });

  test('in starting, followed by a failure, still puts back the copy from before', async () => {
    const home = copyHome('twice');
    const before = await stateOf(home);
    await killIn(home, 'mute', 'starting');
    expect(await commandOf(home, 'mute')('up', '--detach')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/were not ready within 60 s.* All files are as before the upgrade\. Start Innkeeper 0\.1\.0/),
    });
    expect(await stateOf(home)).toEqual(before);
  });

  test('in done leaves a row that the next start deletes', async () => {
    const home = copyHome('done');
    expect(await commandOf(home, 'good')('up', '--detach')).toMatchObject({ code: 0 });
    await commandOf(home, 'good')('down');
    // The kill came between the phase and the deletion of the row.
    const server = await startEmbedded({ dataDir: home.database, asFound: true });
    const { db, close } = openDatabase({ url: server.url });
    await beginRecovering(db, { backup: upgradeMark('0.2.0'), takenAt: new Date(), now: new Date() });
    await close();
    await server.stop();
    expect(await commandOf(home, 'good')('up', '--detach')).toMatchObject({ code: 0 });
    const status = await commandOf(home, 'good')('status', '--json');
    expect(JSON.parse(status.stdout)).toMatchObject({ recovering: null, healthy: true });
  });

  test('in returning refuses every command until up has completed the return', async () => {
    const home = copyHome('returning');
    const before = await stateOf(home);
    await killIn(home, 'failing', 'returning');
    const innkeeper = commandFor(home.path);
    // Killed before the first rename or between two, the home is refused; after the last one it is complete.
    if (readUpgrade(home) !== null) {
      expect(await innkeeper('status')).toMatchObject({ code: 1, stderr: expect.stringContaining('Run ./innkeeper up') });
      const completed = await commandOf(home, 'failing')('up', '--detach');
      expect(completed).toMatchObject({ code: 78, stderr: expect.stringContaining('division by zero') });
    }
    expect(existsSync(home.restoreDirectory)).toBe(false);
    expect(readdirSync(home.before)).toEqual(['refused.json']);
    expect(await stateOf(home)).toEqual(before);
    expect(await innkeeper('up', '--detach')).toMatchObject({ code: 0 });
  });
});

test('a database that was restored after a killed upgrade is never replaced by the copy', async () => {
  const home = copyHome('restored');
  await killIn(home, 'mute', 'starting');
  const kept = readFileSync(path.join(home.before, 'phase.json'), 'utf8');
  const other = JSON.stringify({ ...(JSON.parse(kept) as object), system: '1' });
  execFileSync('tee', [path.join(home.before, 'phase.json')], { input: other, stdio: ['pipe', 'ignore', 'inherit'] });
  // Without pending migrations it starts as usual, and a failure puts nothing back.
  expect(await commandOf(home, 'dead')('up', '--detach')).toMatchObject({
    code: 1,
    stderr: expect.not.stringContaining('All files are as before'),
  });
  expect(copiesIn(home)).toHaveLength(1);
});

test('during the copy and the migration no other start, command or container touches the database', async () => {
  const home = copyHome('beside');
  const started = startCommand(home.path, ['up'], { CI: 'true' }, launchers.slow);
  await until('it migrates', () => readUpgrade(home)?.phase === 'migrating', 10);
  const pid = postmasterOf(home.database);
  const [status, second, changed] = await Promise.all([
    commandOf(home, 'slow')('status'),
    commandOf(home, 'slow')('up', '--unattended'),
    commandOf(home, 'slow')('account', 'create', '--email', 'me@example.org', '--country', 'DE'),
  ]);
  expect(status.stdout + status.stderr).toContain('is being upgraded');
  expect(second.code).not.toBe(0);
  expect(changed).toMatchObject({ code: 1, stderr: expect.stringContaining('is being upgraded') });
  expect(postmasterOf(home.database)).toBe(pid);
  await until('it is up', () => started.said().includes('is up (start'));
});

test('of two starts at once one upgrades, and the other is refused', async () => {
  const home = copyHome('two');
  const [one, other] = await Promise.all([1, 2].map(() => commandOf(home, 'good')('up', '--detach')));
  const said = [one, other].map((outcome) => `${outcome?.stdout}${outcome?.stderr}`);
  expect(said.filter((text_) => text_.includes('Verification of the copy'))).toHaveLength(1);
  await until('it works', () => isServed(home));
  expect(copiesIn(home)).toHaveLength(1);
});

// Only root may create these namespaces and mounts everywhere.
describe.runIf(process.getuid?.() === 0)('as root', () => {
  test('a command in other mount, PID and IPC namespaces changes nothing beside a running home, and works after its kill', async () => {
    const home = copyHome('container');
    const innkeeper = commandFor(home.path);
    const inContainer = async (...words: string[]): Promise<string> => {
      const own = ['--mount', '--pid', '--ipc', '--fork', '--mount-proc', '--kill-child'];
      const command = [...own, path.join(directory, 'same', 'start'), ...words];
      const child = spawn('unshare', command, {
        env: { ...process.env, INNKEEPER_HOME: home.path },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      return (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
    };
    makeRelease(path.join(directory, 'same'), { version: '0.1.0' });
    expect(await innkeeper('up', '--detach')).toMatchObject({ code: 0 });
    const pidFile = path.join(home.database, 'postmaster.pid');
    const before = readFileSync(pidFile, 'utf8');
    for (const words of [['status'], ['up', '--detach'], ['down'], ['account', 'list']])
      expect(await inContainer(...words)).toMatch(/nother process or container on this host runs/);
    expect(readFileSync(pidFile, 'utf8')).toBe(before);
    expect(JSON.parse((await innkeeper('status', '--json')).stdout)).toMatchObject({ state: 'ready', healthy: true });

    const postmaster = findRunning(home.database)?.pid ?? expect.fail('no server');
    process.kill((await readRunning(home))?.pid ?? expect.fail('does not run'), 'SIGKILL');
    process.kill(postmaster, 'SIGKILL');
    expect(await inContainer('account', 'list')).toContain('demo@innkeeper.example');
    expect(await innkeeper('account', 'list')).toMatchObject({ code: 0 });
  });

  test('a full disk before or during the copy leaves the database as it is, and is named', async () => {
    const home = copyHome('full');
    const small = path.join(directory, 'small');
    mkdirSync(small);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', small]);
    onTestFinished(() => void execFileSync('umount', [small]));
    const files = digestFiles(home);
    await expect(copyDatabase(home, path.join(small, 'copy'))).rejects.toThrow('the disk of this host is full');
    await expect(refuseUncopyable({ ...home, path: small })).rejects.toThrow('Free another');
    expect(digestFiles(home)).toEqual(files);
  });

  test('a database on a mount point is refused by name', async () => {
    const home = copyHome('mount');
    const aside = `${home.path}-db`;
    renameSync(home.database, aside);
    mkdirSync(home.database);
    execFileSync('mount', ['--bind', aside, home.database]);
    const refused = await commandOf(home, 'good')('up', '--detach');
    execFileSync('umount', [home.database]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/is a mount point.* Nothing was changed/) });
  });
});

test('a database behind a link is refused by name, unattended only once, and --without-copy needs a fresh backup', async () => {
  const home = copyHome('link');
  const aside = `${home.path}-db`;
  renameSync(home.database, aside);
  symlinkSync(aside, home.database);
  const good = commandOf(home, 'good');
  expect(await good('up', '--unattended')).toMatchObject({
    code: 78,
    stderr: expect.stringMatching(/is a link.* Nothing was changed/),
  });
  expect(await good('up', '--unattended')).toMatchObject({ code: 78, stdout: expect.not.stringContaining('PostgreSQL') });
  expect(await good('up', '--detach', '--without-copy')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('verified within the last hour'),
  });
  const innkeeper = commandFor(home.path);
  expect(await innkeeper('backup', 'setup', '--directory', path.join(directory, 'store'))).toMatchObject({ code: 0 });
  for (const step of ['create', 'verify']) expect(await innkeeper('backup', step)).toMatchObject({ code: 0 });
  const failed = await commandOf(home, 'failing')('up', '--detach', '--without-copy');
  const unchanged = expect.stringMatching(/division by zero\. Nothing was changed, and Innkeeper 0\.1\.0\S* can start\.$/m);
  expect(failed).toMatchObject({ code: 1, stderr: unchanged });
  expect(existsSync(path.join(home.before, 'phase.json'))).toBe(false);
  const dead = await commandOf(home, 'dead')('up', '--detach', '--without-copy');
  expect(dead).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('because of --without-copy. Repair the cause, or restore'),
  });
  const upgraded = await good('up', '--detach', '--without-copy');
  expect(upgraded, upgraded.stderr).toMatchObject({ code: 0, stdout: expect.not.stringContaining('Copy of the') });
});

test('a return that fails is told as a sentence, and the next up of this release completes it', async () => {
  const home = copyHome('stuck');
  const before = await stateOf(home);
  // Files of the return have their place in a directory of this name.
  writeFileSync(home.restoreDirectory, '');
  const failed = await commandOf(home, 'dead')('up', '--detach');
  expect(failed).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /0\.2\.0\S* failed: .* The files of before could not be put back: ENOTDIR.* repeat \.\/innkeeper up/,
    ),
  });
  rmSync(home.restoreDirectory);
  const again = await commandOf(home, 'dead')('up', '--detach');
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('All files are as before the upgrade.') });
  expect(await stateOf(home)).toEqual(before);
  expect(await commandFor(home.path)('up', '--detach')).toMatchObject({ code: 0 });
});

test('damaged files of an upgrade are named', async () => {
  const home = copyHome('damaged');
  mkdirSync(home.before);
  const file = (name: string): string => path.join(home.before, name);
  writeFileSync(file('refused.json'), '{');
  const innkeeper = commandFor(home.path);
  expect(await innkeeper('up', '--unattended')).toMatchObject({
    code: 78,
    stderr: expect.stringContaining('refused.json is damaged'),
  });
  writeFileSync(file('phase.json'), '{}');
  expect(await innkeeper('up', '--detach')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/phase\.json is damaged.* Delete it/),
  });
  rmSync(file('phase.json'));
  mkdirSync(file('0.1.0-20261128T172000Z'));
  writeFileSync(path.join(file('0.1.0-20261128T172000Z'), 'manifest.json'), '[]');
  expect(await innkeeper('up', '--detach')).toMatchObject({ code: 0 });
  expect(await innkeeper('status')).toMatchObject({ code: 0 });
});

test('a database of a newer release is refused, unattended so that systemd does not repeat it', async () => {
  const home = copyHome('newer');
  const good = commandOf(home, 'good');
  expect(await good('up', '--detach')).toMatchObject({ code: 0 });
  expect(await good('down')).toMatchObject({ code: 0 });
  const innkeeper = commandFor(home.path);
  const refusal = expect.stringMatching(/newer .*Nothing was changed\./);
  expect(await innkeeper('up', '--detach')).toMatchObject({ code: 1, stderr: refusal });
  expect(await innkeeper('up', '--unattended')).toMatchObject({ code: 78, stderr: refusal });
  // This state names this code, so only the start itself judges the schema.
  copyFileSync(original.state, home.state);
  expect(await innkeeper('up', '--unattended')).toMatchObject({ code: 78, stderr: refusal });
});

test('an external database is backed up, and a failure after the migration names the command that restores it', async () => {
  const server = await startEmbedded({ dataDir: path.join(directory, 'external'), durable: false });
  onTestFinished(() => server.stop());
  const home = homeAt(path.join(directory, 'home-external'));
  const environment = { DATABASE_URL: server.url };
  const innkeeper = commandFor(home.path, environment);
  const port = String(await freePort());
  expect(await innkeeper('up', '--engine', 'simulated', '--port', port, '--detach')).toMatchObject({ code: 0 });
  await innkeeper('down');
  for (const _ of ['once', 'again']) {
    const unchanged = await commandOf(home, 'failing', environment)('up', '--detach');
    const stderr = expect.stringMatching(/division by zero.* Nothing was changed, and Innkeeper 0\.1\.0\S* can start\.$/m);
    expect(unchanged).toMatchObject({ code: 1, stderr });
    expect(copiesIn(home)).toEqual([]);
  }
  const failed = await commandOf(home, 'dead', environment)('up', '--detach');
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('./innkeeper restore FILE --identity') });
  const copy = copiesIn(home).sort().at(-1) ?? '';
  expect(readdirSync(path.join(home.before, copy)).sort()).toEqual([
    expect.stringMatching(/^house-/),
    expect.stringMatching(/^house-.*json$/),
    'key.txt',
    'manifest.json',
  ]);
  const [file = ''] = readdirSync(path.join(home.before, copy)).filter((name) => name.endsWith('.age'));
  const restored = commandFor(path.join(directory, 'home-back'));
  const key = path.join(home.before, copy, 'key.txt');
  const outcome = await restored('restore', path.join(home.before, copy, file), '--identity', key);
  expect(outcome, outcome.stderr).toMatchObject({ code: 0 });
});

test('a recovery from a restore stays one after an upgrade', async () => {
  const home = copyHome('recovering');
  const takenAt = new Date('2026-11-01T00:00:00Z');
  await withDatabase(home, (db) => beginRecovering(db, { backup: 'house-1.tar.zst.age', takenAt, now: new Date() }));
  const good = commandOf(home, 'good');
  expect(await good('up', '--detach')).toMatchObject({ code: 0, stdout: expect.stringContaining('recovering from house-1') });
  expect(JSON.parse((await good('status', '--json')).stdout)).toMatchObject({ recovering: { backup: 'house-1.tar.zst.age' } });
});
