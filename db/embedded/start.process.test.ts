/** Tests the embedded server as processes: which process ends with which, what a crash leaves behind, and which starts are refused. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, test } from 'vitest';
import { programArguments, startProgram } from '../../lab/program.ts';
import { holdersOf, waitForHolders } from './holders.ts';
import { judgeEmbedded } from './judge.ts';
import { KEEPER, LIFELINE_FD } from './keeper.ts';
import { findRunning, postmasterOf } from './running.ts';
import { type Embedded, type EmbeddedOptions, startEmbedded } from './start.ts';

const root = process.getuid?.() === 0;

describe('the embedded server', () => {
  let home: string;
  let dataDir: string;
  beforeEach(() => {
    home = fs.mkdtempSync(path.join(os.tmpdir(), 'innkeeper-embedded-'));
    dataDir = path.join(home, 'postgres');
  });
  afterEach(async () => {
    // A failed test leaves them.
    for (const end of begun.splice(0)) await end();
    await waitForHolders(dataDir);
    // A killed parent cannot remove the socket's directory.
    const note = fs.existsSync(`${dataDir}.json`) ? fs.readFileSync(`${dataDir}.json`, 'utf8') : '{}';
    const { url } = JSON.parse(note) as { url?: string };
    const socketDir = url && new URLSearchParams(url.split('?')[1]).get('host');
    if (socketDir) fs.rmSync(socketDir, { recursive: true, force: true });
    fs.rmSync(home, { recursive: true, force: true });
  });

  const begun: (() => unknown)[] = [];
  const start = async (options: Partial<EmbeddedOptions> = { durable: false }): Promise<Embedded> => {
    const server = await startEmbedded({ dataDir, ...options });
    begun.push(server.stop);
    return server;
  };

  const ask = async (url: string, text: string): Promise<unknown> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query({ text, rowMode: 'array' })).rows[0]?.[0];
    } finally {
      await client.end();
    }
  };

  it('starts, keeps its data across a stop, and leaves no process running', async () => {
    const first = await start();
    expect(findRunning(dataDir)).toMatchObject({ url: first.url, pid: first.pid, owner: { pid: process.pid } });
    expect(await ask(first.url, `select current_setting('data_checksums') || current_setting('listen_addresses')`)).toBe('on');
    await ask(first.url, 'create schema test create table kept (n integer)');
    await ask(first.url, 'insert into test.kept values (7)');
    await first.stop();
    expect([findRunning(dataDir), postmasterOf(dataDir)]).toEqual([undefined, undefined]);

    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, 'select n from test.kept')).toBe(7);
    await second.stop();
    await second.exited;
  });

  it('syncs to disk unless configured otherwise', async () => {
    const server = await start({});
    expect(await ask(server.url, `select current_setting('fsync') || current_setting('synchronous_commit')`)).toBe('onon');
    await server.stop();
  });

  it('refuses a second start while the first runs', async () => {
    const server = await start();
    await expect(start()).rejects.toThrow(`The database in ${dataDir} is in use already: process ${process.pid} runs it.`);
    expect(await ask(server.url, 'select 1')).toBe(1);
    await server.stop();
  });

  it('reports an unexpected exit, and a start after the crash has all committed data', async () => {
    const server = await start({});
    await ask(server.url, 'create schema test create table kept (n integer)');
    await ask(server.url, 'insert into test.kept values (7)');
    process.kill(server.pid, 'SIGKILL');
    await server.exited;
    expect(findRunning(dataDir)).toBeUndefined();
    expect(fs.existsSync(path.join(dataDir, 'postmaster.pid'))).toBe(true);
    const again = await start({});
    expect(await ask(again.url, 'select n from test.kept')).toBe(7);
    await again.stop();
  });

  it('ignores a pid file from before a reboot, even if its pid is in use again', async () => {
    await (await start()).stop();
    const lines = [process.pid, dataDir, 1, 5432, '/nowhere', '', '  1 2', 'ready'];
    fs.writeFileSync(path.join(dataDir, 'postmaster.pid'), `${lines.join('\n')}\n`, { mode: 0o600 });
    expect(postmasterOf(dataDir)).toBeUndefined();
    await (await start()).stop();
  });

  it('judges data of a first start that ended before it created the database, and of one that ended later', async () => {
    await (await start({ database: 'postgres', durable: false })).stop();
    expect(await judgeEmbedded(dataDir)).toMatchObject({ kind: 'pending' });
    await (await start()).stop();
    expect(await judgeEmbedded(dataDir)).toMatchObject({ kind: 'pending' });
    expect(findRunning(dataDir)).toBeUndefined();
  });

  it('refuses data of another major version, and other directories', async () => {
    await (await start()).stop();
    fs.writeFileSync(path.join(dataDir, 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(
      /was written by PostgreSQL 17, but this version of Innkeeper brings PostgreSQL \d\d\. .*DATABASE_URL/,
    );
    fs.rmSync(path.join(dataDir, 'PG_VERSION'));
    await expect(start()).rejects.toThrow('it holds no PostgreSQL database');
  });

  it("reports PostgreSQL's messages if it fails to start", async () => {
    await (await start()).stop();
    fs.appendFileSync(path.join(dataDir, 'postgresql.conf'), 'no_such_setting = 1\n');
    await expect(start()).rejects.toThrow(/did not start on .*no_such_setting/s);
    expect(findRunning(dataDir)).toBeUndefined();
  });

  it('runs below directories that its user cannot enter and whose paths are too long for a socket', async () => {
    dataDir = path.join(home, 'closed', 'x'.repeat(120), 'postgres');
    fs.mkdirSync(path.dirname(dataDir), { recursive: true });
    fs.chmodSync(path.join(home, 'closed'), 0o700);
    const server = await start();
    expect(await ask(server.url, 'select 1')).toBe(1);
    if (root) expect(fs.statSync(dataDir).uid).not.toBe(0);
    await server.stop();
  });

  it('starts with a umask that denies everyone else', async () => {
    const before = process.umask(0o077);
    try {
      const server = await start();
      expect(await ask(server.url, 'select 1')).toBe(1);
      await server.stop();
    } finally {
      process.umask(before);
    }
  });

  describe('with a separate parent process', () => {
    const PARENT = `import { startEmbedded } from './start.ts';
      const { pid } = await startEmbedded({ dataDir: process.argv[2] ?? '', durable: false });
      console.log(pid);
      setInterval(() => {}, 1000);`;

    const startParent = async (): Promise<{ parent: ChildProcess; pid: number }> => {
      const parent = startProgram(PARENT, import.meta.dirname, [dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
      begun.push(() => parent.kill('SIGKILL'));
      const [chunk] = (await once(parent.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
      return { parent, pid: Number(chunk.toString()) };
    };

    it.each(['SIGKILL', 'SIGTERM'] as const)('ends when its parent ends by %s', async (signal) => {
      const { parent, pid } = await startParent();
      expect(findRunning(dataDir)?.pid).toBe(pid);
      parent.kill(signal);
      await once(parent, 'exit');
      expect(findRunning(dataDir)).toBeUndefined();
      while (isAlive(pid)) await sleep(10);
      expect(postmasterOf(dataDir)).toBeUndefined();
    });

    it('waits for the server of a killed parent before its directory is deleted, and reports the one that does not end', async () => {
      const { parent, pid } = await startParent();
      expect(holdersOf(dataDir)).toContain(pid);
      await expect(waitForHolders(dataDir)).rejects.toThrow(`is in use already: process ${parent.pid} runs it.`);
      process.kill(pid, 'SIGSTOP');
      try {
        parent.kill('SIGKILL');
        await once(parent, 'exit');
        await expect(waitForHolders(dataDir, 0)).rejects.toThrow(
          /^Process \d+ of a killed command still uses .*\/postgres\. End it/,
        );
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      await waitForHolders(dataDir);
      expect([isAlive(pid), holdersOf(dataDir)]).toEqual([false, []]);
    });

    it('starts although the initdb of a killed parent still runs', async () => {
      const parent = startProgram(PARENT, import.meta.dirname, [dataDir]);
      begun.push(() => parent.kill('SIGKILL'));
      // `initdb` starts short-lived programs, which hold the directory too.
      const children = `/proc/${parent.pid}/task/${parent.pid}/children`;
      const isChild = (pid: number): boolean => fs.readFileSync(children, 'utf8').split(' ').includes(String(pid));
      const findInitdb = (): number | undefined => holdersOf(dataDir).find(isChild);
      let initdb = findInitdb();
      for (; initdb === undefined; initdb = findInitdb()) await sleep(1);
      const stopped = initdb;
      process.kill(stopped, 'SIGSTOP');
      begun.push(() => isAlive(stopped) && process.kill(stopped, 'SIGCONT'));
      parent.kill('SIGKILL');
      await once(parent, 'exit');
      expect(findRunning(dataDir)).toBeUndefined();
      const { ino } = fs.statSync(`${dataDir}.new`);
      const starting = start();
      // Without the wait, the start replaces the directory within this second.
      await sleep(1_000);
      const now = fs.statSync(`${dataDir}.new`).ino;
      process.kill(stopped, 'SIGCONT');
      await (await starting).stop();
      expect(now).toBe(ino);
    });

    it('starts although the killed parent was never reaped, as in containers', async () => {
      // The shell becomes a program that never waits for its child.
      const careless = spawn(
        'sh',
        ['-c', '"$0" "$@" & exec sleep 1000', process.execPath, ...programArguments(PARENT, [dataDir])],
        {
          cwd: import.meta.dirname,
          stdio: ['ignore', 'pipe', 'inherit'],
          detached: true,
        },
      );
      begun.push(() => killGroup(careless));
      await once(careless.stdout as NodeJS.ReadableStream, 'data');
      const parent = findRunning(dataDir)?.owner.pid ?? expect.fail('not running');
      process.kill(parent, 'SIGKILL');
      while (!fs.readFileSync(`/proc/${parent}/stat`, 'utf8').includes(') Z ')) await sleep(10);
      const server = await start();
      expect(await ask(server.url, 'select 1')).toBe(1);
      await server.stop();
    });

    it('starts right after the parent was killed, as soon as the old server is gone', async () => {
      const { parent, pid } = await startParent();
      parent.kill('SIGKILL');
      await once(parent, 'exit');
      const server = await start();
      expect(server.pid).not.toBe(pid);
      expect(await ask(server.url, 'select 1')).toBe(1);
      await server.stop();
    });
  });
});

test('the keeper repeats its signal until the server ends, because a server that was just spawned ignores the first', async () => {
  const server =
    "let n = 0; process.on('SIGINT', () => { n += 1; if (n === 2) process.exit(0); }); console.log('up'); setInterval(() => {}, 1e6);";
  const keeper = spawn('sh', ['-c', KEEPER, 'keeper', process.execPath, '--eval', server], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const ended = once(keeper, 'exit');
  onTestFinished(() => killGroup(keeper));
  await once(keeper.stdout as NodeJS.ReadableStream, 'data');
  keeper.stdio[LIFELINE_FD]?.destroy();
  expect(await Promise.race([ended, sleep(60_000, 'still runs', { ref: false })])).toEqual([0, null]);
});

/** Kills a detached process and its children. */
function killGroup({ pid, exitCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGKILL');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
