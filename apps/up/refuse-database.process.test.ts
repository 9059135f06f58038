/** `up` on homes that this code cannot start: it names the code that can, and changes nothing. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDatabase } from '@innkeeper/db/connect';
import { startEmbedded } from '@innkeeper/db/embedded/start';
import { migrate } from '@innkeeper/db/migrate';
import { readHomeFiles } from '@innkeeper/lab/home-files';
import { makeKeptSchema, markApplied } from '@innkeeper/lab/schemas/kept';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Home, homeAt } from '../installation/home.ts';
import { processStart, writeRunning } from '../installation/running.ts';
import { commandFor } from '../testing/command.ts';
import { refuseDatabase } from './refuse-database.ts';

const UP = ['up', '--engine', 'simulated', '--no-demo'];

let home: Home;
beforeEach(() => {
  home = homeAt(fs.mkdtempSync(path.join(os.tmpdir(), 'innkeeper-refused-')));
  // A start would close and write these, and create others.
  fs.chmodSync(home.path, 0o755);
  fs.writeFileSync(home.configuration, '[engine]\nkind = "simulated"\n', { mode: 0o644 });
  fs.writeFileSync(path.join(home.path, 'settings.json'), '{"engine":"simulated","externalDatabase":false}');
});
afterEach(() => fs.rmSync(home.path, { recursive: true, force: true }));

/** Serves the database as it is to `work`, as the superuser. */
async function withServer<T>(asFound: boolean, work: (db: Kysely<never>) => Promise<T>): Promise<T> {
  const server = await startEmbedded({ dataDir: home.database, durable: false, asFound });
  const { db, close } = openDatabase({ url: server.superuserUrl, max: 1 });
  try {
    return await work(db as unknown as Kysely<never>);
  } finally {
    await close();
    await server.stop();
  }
}

/** Reads what a start changes before its migrations: attributes of roles, and owners. */
async function readRoles(): Promise<unknown> {
  return withServer(true, async (db) => {
    const roles =
      await sql`select rolname, rolcreatedb, rolsuper from pg_roles where rolname like 'innkeeper%' order by 1`.execute(db);
    const owners = await sql`select relname, relowner::regrole::text from pg_class
      where relnamespace = 'public'::regnamespace order by 1`.execute(db);
    return [roles.rows, owners.rows];
  });
}

async function markNewer(db: Kysely<never>): Promise<void> {
  await migrate(db as never);
  await markApplied(db as never, ['20991231T2359-to-come']);
}

async function expectRefused(sentence: RegExp, command: readonly string[] = UP): Promise<void> {
  const before = [readHomeFiles(home.path), await readRoles()];
  const refused = await commandFor(home.path)(...command);
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(sentence) as string });
  expect(refused.stderr).toMatch(/Nothing was changed\.\n$/);
  expect([readHomeFiles(home.path), await readRoles()]).toEqual(before);
}

test('a home of 24 November is refused with the commit that can start it', async () => {
  await withServer(false, async (db) => {
    await makeKeptSchema(db as never, '670e0479');
    await sql`alter role innkeeper_api createdb`.execute(db);
  });
  await expectRefused(/made before the first release of Innkeeper.* Only commit 670e0479 can start it\./);
});

test('a home of a newer release is refused with this release, or with the one that started it last', async () => {
  await withServer(false, async (db) => {
    await markNewer(db);
    await sql`alter role innkeeper_api createdb`.execute(db);
  });
  const state = { engine: 'simulated', externalDatabase: false, release: '2099.12.0', commit: 'c'.repeat(40), schema: 'other' };
  fs.writeFileSync(home.state, JSON.stringify(state));
  const sentence = /newer version of Innkeeper \(it has 20991231T2359-to-come\)\. Start it with Innkeeper 2099\.12\.0\+c{12}\./;
  await expectRefused(sentence);
  await expectRefused(sentence, ['token', 'list']);
});

test('the judgement waits for the server of a command, and ends once another process starts Innkeeper', async () => {
  await withServer(false, (db) => markNewer(db));
  let judged: Promise<unknown> | undefined;
  await withServer(true, async (db) => {
    judged = refuseDatabase(home).catch((error: unknown) => error);
    await sql`select pg_sleep(0.3)`.execute(db);
  });
  expect(String(await judged)).toContain('newer version of Innkeeper (it has 20991231T2359-to-come)');
  const [pid, running] = [process.ppid, { state: 'starting', url: '', engine: 'simulated' } as const];
  const started = processStart(pid) ?? '';
  await writeRunning(home, { ...running, pid, started, certificate: null, accelerator: null });
  await withServer(true, async () => {
    await expect(refuseDatabase(home)).rejects.toThrow(`Innkeeper is already starting or running (process ${pid}).`);
  });
});
