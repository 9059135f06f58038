/** Another PostgreSQL than the embedded one, with an empty database of a role that is no superuser, on a socket of its own. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const ROOT = '/usr/lib/postgresql';

/** Directory of the programs, or `undefined` if Debian's PostgreSQL is not installed. */
export function findDebianPostgres(): string | undefined {
  if (!existsSync(ROOT)) return undefined;
  const versions = readdirSync(ROOT).filter((version) => existsSync(path.join(ROOT, version, 'bin', 'initdb')));
  const newest = versions.sort((one, other) => Number(other) - Number(one))[0];
  return newest && path.join(ROOT, newest, 'bin');
}

/** `programs`: directory of `initdb` and `postgres`, which the user `postgres` can read. */
export async function startOtherPostgres(programs: string): Promise<{ url: string; stop(): Promise<void> }> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'other-postgres-'));
  const ids = process.getuid?.() === 0 ? userIds('postgres') : null;
  if (ids) chownSync(directory, ids.uid, ids.gid);
  const data = path.join(directory, 'data');
  const options = { ...ids, cwd: directory, stdio: 'ignore' } as const;
  execFileSync(
    path.join(programs, 'initdb'),
    ['-D', data, '-U', 'root', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'],
    options,
  );
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${directory}`, '-c', 'fsync=off'];
  const server = spawn(path.join(programs, 'postgres'), ['-D', data, ...settings], options);
  const url = (user: string, database: string): string => `postgres://${user}@/${database}?host=${encodeURIComponent(directory)}`;
  await makeDatabase(url('root', 'postgres'), server);
  return {
    url: url('shop', 'shop'),
    async stop() {
      server.kill('SIGINT');
      if (server.exitCode === null) await once(server, 'exit');
      rmSync(directory, { recursive: true });
    },
  };
}

/** Makes the database as soon as the server answers. */
async function makeDatabase(url: string, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`the PostgreSQL of ${server.spawnfile} ended with ${server.exitCode}`);
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
    } catch {
      await sleep(50);
      continue;
    }
    await client.query('create role shop login');
    await client.query('create database shop owner shop');
    await client.end();
    return;
  }
}

function userIds(name: string): { uid: number; gid: number } {
  const idOf = (option: string): number => Number(execFileSync('id', [option, name]).toString());
  return { uid: idOf('-u'), gid: idOf('-g') };
}
