/** Tests that one PostgreSQL at a time writes a data directory, also if two starts cannot see each other's processes and memory. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { programArguments, startProgram } from '../../lab/program.ts';
import { waitForHolders } from './holders.ts';
import { lockData } from './lock-data.ts';
import { lockFile } from './lock-file.ts';
import { findRunning } from './running.ts';
import { startEmbedded } from './start.ts';

let home: string;
let dataDir: string;
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'innkeeper-lock-'));
  dataDir = path.join(home, 'db');
});
afterEach(async () => {
  await waitForHolders(dataDir);
  fs.rmSync(home, { recursive: true, force: true });
});

async function ask(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: statement, rowMode: 'array' })).rows[0]?.[0];
  } finally {
    await client.end();
  }
}

const HOLD = `import { lockFile } from './lock-file.ts';
  console.log(await lockFile(process.argv[2] ?? '') !== undefined);
  setInterval(() => {}, 1000);`;

/** Starts a server, reads a row, and stops the server. */
const READ = `import pg from 'pg';
  import { startEmbedded } from './start.ts';
  try {
    const server = await startEmbedded({ dataDir: process.argv[2] ?? '' });
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    console.log((await client.query('select n from test.kept')).rows[0]?.n);
    await client.end();
    await server.stop();
  } catch (error) {
    console.log(String(error));
  }`;

const PARENT = `import { startEmbedded } from './start.ts';
  const { pid } = await startEmbedded({ dataDir: process.argv[2] ?? '' });
  console.log(pid);
  setInterval(() => {}, 1000);`;

/** Runs `READ` in mount, PID and IPC namespaces of its own, as a container that shares the home does. */
async function readInContainer(): Promise<string> {
  const own = ['--mount', '--pid', '--ipc', '--fork', '--mount-proc', '--kill-child'];
  const child = spawn('unshare', [...own, process.execPath, ...programArguments(READ, [dataDir])], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return (await text(child.stdout)).trim();
}

async function firstLine(child: ChildProcess): Promise<string> {
  onTestFinished(() => void child.kill('SIGKILL'));
  const [chunk] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return chunk.toString().trim();
}

test('a lock belongs to one process, and the kernel frees it when that process is killed', async () => {
  const file = path.join(home, 'lock');
  const holder = startProgram(HOLD, import.meta.dirname, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  expect(await firstLine(holder)).toBe('true');
  expect(await lockFile(file)).toBeUndefined();
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const own = await lockFile(file);
  expect(await lockFile(file)).toBeUndefined();
  own?.release();
  (await lockFile(file))?.release();
});

test('no server starts while the data is locked for a copy, and the database is not even created', async () => {
  const lock = await lockData(dataDir);
  await expect(lockData(dataDir, 0)).rejects.toThrow('another process or container on this host runs this home');
  lock.release();
  expect(fs.existsSync(dataDir)).toBe(false);
});

// Only root may create these namespaces everywhere.
const asRoot = process.getuid?.() === 0 ? test : test.skip;

asRoot(
  'a start in another container is refused beside a running server, and succeeds after kill -9 of all its processes',
  async () => {
    const server = await startEmbedded({ dataDir });
    await ask(server.url, 'create schema test create table kept (n integer)');
    await ask(server.url, 'insert into test.kept values (7)');
    await server.stop();
    const parent = startProgram(PARENT, import.meta.dirname, [dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pid = Number(await firstLine(parent));
    const pidFile = path.join(dataDir, 'postmaster.pid');
    const before = fs.readFileSync(pidFile, 'utf8');

    expect(await readInContainer()).toBe(
      `EmbeddedError: The database in ${dataDir} is in use: another process or container on this host runs this home. Nothing was changed.`,
    );
    expect(fs.readFileSync(pidFile, 'utf8')).toBe(before);
    const url = findRunning(dataDir)?.url ?? expect.fail('the server is no longer found');
    expect(await ask(url, 'select n from test.kept')).toBe(7);

    // PostgreSQL leaves its pid file, whose number may belong to any process of the other container.
    process.kill(pid, 'SIGKILL');
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    expect(await readInContainer()).toBe('7');
    while (fs.existsSync(pidFile)) await sleep(10);
    const again = await startEmbedded({ dataDir });
    expect(await ask(again.url, 'select n from test.kept')).toBe(7);
    await again.stop();
  },
);
