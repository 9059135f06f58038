/** A home on a small file system that is filled under load: processes are killed on it, and it works again once there is space. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ballastFile } from '@innkeeper/apps/installation/ballast';
import { withUrl } from '@innkeeper/apps/installation/database';
import { homeAt } from '@innkeeper/apps/installation/home';
import { readRunning } from '@innkeeper/apps/installation/running';
import { commandFor, type Outcome, until } from '@innkeeper/apps/testing/command';
import { freePort } from '@innkeeper/apps/testing/free-port';
import type { Status } from '@innkeeper/contract/operator/installation';
import { findRunning } from '@innkeeper/db/embedded/running';
import { spaceLimits } from '@innkeeper/model/installation/space';
import { ApiError } from '@innkeeper/sdk/api-error';
import { createClient } from '@innkeeper/sdk/client';
import { waitForServer } from '@innkeeper/sdk/wait';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cannotMount, mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** A first start refuses a disk with less than 3 GB. */
const FIRST_DISK_MIB = 3400;
const DISK_MIB = 512;
/** Guests are on a disk of their own, which has room for an order. */
const GUESTS_MIB = 40_000;
const limits = spaceLimits(DISK_MIB * 2 ** 20);

let disk: SmallDisk;
let guests: SmallDisk;
let home: ReturnType<typeof homeAt>;
let innkeeper: ReturnType<typeof commandFor>;
let port = '';
let client: ReturnType<typeof createClient>;
let image = 0;
let server = 0;

const up = (): Promise<Outcome> => innkeeper('up', '--engine', 'simulated', '--port', port, '--detach');
const supervisor = async (): Promise<number> => (await readRunning(home))?.pid ?? expect.fail('Innkeeper does not run');
const ballast = (): number => (existsSync(ballastFile(home)) ? statSync(ballastFile(home)).size : 0);

/** Returns the process id of the supervisor's API or worker, or `undefined` between two of them. */
async function child(name: 'api' | 'worker'): Promise<number | undefined> {
  const pid = await supervisor();
  const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  return ids.find(
    (id) => existsSync(`/proc/${id}/cmdline`) && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(`build/${name}.mjs`),
  );
}

/** Reports of the last requests under load. */
const said = { changes: new Set<number>(), reads: new Set<number>() };
let stopLoad = async (): Promise<void> => {};

const statusOf = (call: Promise<unknown>): Promise<{ status: number; message: string; retryAfter?: number | undefined }> =>
  call.then(
    () => ({ status: 200, message: '' }),
    (error: unknown) => (error instanceof ApiError ? error : { status: 0, message: String(error) }),
  );
const change = () => statusOf(client.createFirewall({ name: 'load' }).then(({ id }) => client.deleteFirewall({ id })));
const read = () => statusOf(client.getServer({ id: server }));

/** Pause in milliseconds between two requests, below the rate limit of a customer. */
const PAUSE_MS = 500;

/** Sends changes and reads, and notes how they are answered. */
function startLoad(): void {
  let isStopped = false;
  const repeat = async (): Promise<void> => {
    while (!isStopped) {
      said.changes.add((await change()).status);
      said.reads.add((await read()).status);
      await sleep(PAUSE_MS);
    }
  };
  const running = repeat();
  stopLoad = async () => {
    isStopped = true;
    await running;
  };
}

async function saidDuring(work: () => Promise<void>): Promise<{ changes: number[]; reads: number[] }> {
  said.changes.clear();
  said.reads.clear();
  await work();
  return { changes: [...said.changes].sort(), reads: [...said.reads].sort() };
}

const isServed = async (): Promise<boolean> => (await read()).status === 200;
const takesChanges = async (): Promise<boolean> => (await change()).status === 200;

/** Kills a process of the supervisor, and waits until another one serves. */
async function killed(name: 'api' | 'worker'): Promise<void> {
  const before = (await child(name)) ?? expect.fail(`no ${name}`);
  process.kill(before, 'SIGKILL');
  await until(`another ${name} runs`, async () => ![before, undefined].includes(await child(name)));
  await until('it serves', isServed, PAUSE_MS);
}

async function killPostgres(): Promise<void> {
  const { pid } = findRunning(home.database) ?? expect.fail('no PostgreSQL');
  process.kill(pid, 'SIGKILL');
  await until('PostgreSQL is gone', () => findRunning(home.database)?.pid !== pid);
}

const POLL = { timeout: 120_000, interval: 2_000 };
/** Kinds of open alerts, except that of a new home, whose seller has no name yet. */
const alerts = async () => (await status()).alerts.map(({ kind }) => kind).filter((kind) => kind !== 'seller_unnamed');
const status = async (): Promise<Status> => JSON.parse((await innkeeper('status', '--json')).stdout) as Status;

describe.skipIf(cannotMount)('a home on a small disk', () => {
  beforeAll(async () => {
    disk = mountSmallDisk(FIRST_DISK_MIB);
    guests = mountSmallDisk(GUESTS_MIB);
    home = homeAt(join(disk.directory, 'home'));
    mkdirSync(home.path);
    symlinkSync(guests.directory, home.engine);
    innkeeper = commandFor(home.path);
    port = String(await freePort());
    const started = await up();
    expect(started.code, started.stderr).toBe(0);
    disk.resize(DISK_MIB);
    const token = /ik_\w{40}/.exec(started.stdout)?.[0] ?? expect.fail(started.stdout);
    client = createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, token, retries: 0 });
    image = (await client.listServerImages()).data[0]?.id ?? 0;
    server = await order('first');
    await until('the ballast is whole', () => ballast() >= limits.ballast);
    startLoad();
  });
  afterAll(async () => {
    await stopLoad();
    await innkeeper('down', '--guests');
    disk.close();
    guests.close();
  });

  test('with no byte left, processes run on, reads are answered, and changes are refused', async () => {
    const before = [await supervisor(), await child('api'), await child('worker')];
    disk.fill();
    await until('changes are refused', async () => (await change()).status === 503, PAUSE_MS);
    const answers = await saidDuring(async () => {
      expect(await change()).toMatchObject({ message: 'The host has no disk space left. Nothing was changed.', retryAfter: 60 });
      expect(await status()).toMatchObject({ state: 'ready', healthy: true, servers: [{ status: 'active' }] });
      expect((await innkeeper('alert', 'list')).code).toBe(0);
      await until('the ballast is gone', () => ballast() <= limits.last);
    });
    expect(answers).toEqual({ changes: [503], reads: [200] });
    expect([await supervisor(), await child('api'), await child('worker')]).toEqual(before);
    await expect.poll(alerts, POLL).toContain('home_full');
  });

  test('with no byte and no ballast, new connections of the database are served, although it has to write a file for them', async () => {
    disk.fill();
    const { url } = findRunning(home.database) ?? expect.fail('no PostgreSQL');
    const oid = await withUrl(url, (db) =>
      sql<{ oid: string }>`select oid from pg_database where datname = current_database()`.execute(db),
    );
    for (const directory of ['global', join('base', String(oid.rows[0]?.oid))])
      rmSync(join(home.database, directory, 'pg_internal.init'));
    await expect.poll(() => innkeeper('status', '--json'), POLL).toMatchObject({ code: 0 });
    expect(await innkeeper('alert', 'list')).toMatchObject({ code: 0 });
  });

  test('API and worker come back, and the staff can act', async () => {
    await killed('api');
    await killed('worker');
    const note = await innkeeper('account', 'list', '--json');
    const [account] = (JSON.parse(note.stdout) as { data: { id: number }[] }).data;
    expect(await innkeeper('account', 'suspend', String(account?.id), '--reason', 'test')).toMatchObject({ code: 0 });
    expect(await innkeeper('account', 'resume', String(account?.id))).toMatchObject({ code: 0 });
  });

  test('PostgreSQL is killed with no byte left and without the large part of the ballast: it is back at the latest once there is space', async () => {
    disk.fill();
    await killPostgres();
    disk.free();
    await until('it serves', isServed, PAUSE_MS);
    await until('changes are admitted', takesChanges, PAUSE_MS);
    await expect.poll(alerts, POLL).toEqual([]);
    await until('the ballast is whole', () => ballast() >= limits.ballast);
  });

  test('PostgreSQL is killed with ballast: it is back by itself, without any space being freed', async () => {
    disk.fill();
    await killPostgres();
    await until('it serves', isServed, PAUSE_MS);
  });

  test('the supervisor is killed: `up` starts on the full disk', async () => {
    const pid = await supervisor();
    process.kill(pid, 'SIGKILL');
    await until('everything has ended', async () => (await readRunning(home)) === null && !(await isServed()));
    const again = await up();
    expect(again.code, again.stderr).toBe(0);
    expect(await change()).toMatchObject({ status: 503 });
    disk.free();
    await until('changes are admitted', takesChanges, PAUSE_MS);
  });

  test('afterwards all is as before: the ledger is right, a server is ordered, a backup made, and Innkeeper restarts', async () => {
    await stopLoad();
    expect(await innkeeper('ledger', 'verify')).toMatchObject({ code: 0 });
    await order('second');
    expect(await innkeeper('backup', 'setup', '--directory', join(disk.directory, 'store'))).toMatchObject({ code: 0 });
    expect(await innkeeper('backup', 'run')).toMatchObject({ code: 0 });
    expect(await innkeeper('down')).toMatchObject({ code: 0 });
    const version = join(home.database, 'PG_VERSION');
    renameSync(version, `${version}.away`);
    const why = expect.stringMatching(/holds no PostgreSQL database\. The disk of the database has \d+ bytes \(\d+ MB\) left\./);
    const space = expect.stringMatching(/^Innkeeper is down\n(?:.*\n)+Space {6}[\d.]+ MB free$/m);
    expect(await innkeeper('status')).toMatchObject({ code: 1, stdout: space, stderr: why });
    expect(await innkeeper('alert', 'list')).toMatchObject({ code: 1, stdout: '', stderr: why });
    renameSync(`${version}.away`, version);
    expect((await up()).code).toBe(0);
    expect(await status()).toMatchObject({ servers: [{ status: 'active', power: 'running', count: 2 }] });
    await expect.poll(alerts, POLL).toEqual(['backup_on_same_disk']);
    expect(await innkeeper('ledger', 'verify')).toMatchObject({ code: 0 });
  });
});

async function order(name: string): Promise<number> {
  const ordered = await client.deployServer({ name, plan: 'nano', image_id: image, password: 'correct horse battery' });
  const id = 'data' in ordered ? expect.fail('one was ordered') : ordered.id;
  await waitForServer(client, id, (one) => one.state.includes('running') && one.locked === null, { interval: 50 });
  return id;
}
