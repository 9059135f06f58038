/** Ways to run Innkeeper other than detached on loopback: attached, over HTTPS, on the operator's own database. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@innkeeper/db/connect';
import { SCHEMA_DIGEST } from '@innkeeper/db/migrations/digests';
import { databaseUrl } from '@innkeeper/lab/database';
import { readHomeFiles } from '@innkeeper/lab/home-files';
import { sql } from 'kysely';
import { afterAll, expect, inject, test } from 'vitest';
import { lastStartedBy } from './installation/code-version.ts';
import { homeAt, readState } from './installation/home.ts';
import { readRunning } from './installation/running.ts';
import project from './package.json' with { type: 'json' };
import { commandFor, startCommand, until } from './testing/command.ts';
import { freePort } from './testing/free-port.ts';

const directory = realpathSync(mkdtempSync(join(tmpdir(), 'innkeeper-ways-')));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const SIMULATED = ['--engine', 'simulated'];

test('attached: Ctrl-C or a closed terminal shuts it down, and public URL and page are remembered', async () => {
  const home = homeAt(join(directory, 'attached'));
  const publicUrl = 'https://api.example.com';
  for (const [signal, said] of [
    [
      'SIGINT',
      [
        '--public-url',
        publicUrl,
        '--console-origin',
        'https://panel.example.com',
        '--allow-mirror',
        '10.0.0.5:8080',
        '[fd00::5]:80',
      ],
    ],
    ['SIGHUP', []],
  ] as const) {
    const isAnother = existsSync(home.configuration);
    if (isAnother) chmodSync(home.configuration, 0o644);
    const up = startCommand(home.path, ['up', ...SIMULATED, '--port', String(await freePort()), ...said]);
    await until('it says that it runs', () => up.said().includes('Stop: Ctrl-C'));
    const { url } = (await readRunning(home)) ?? expect.fail('it does not run');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(statSync(home.configuration).mode & 0o777).toBe(0o600);
    expect(up.said().includes(`Removed access of other users to ${home.configuration} (its mode was 644)`)).toBe(isAnother);
    // The start has recorded the code of the build, and the console can compare it.
    const state = await readState(home);
    expect(state).toMatchObject({ release: project.version, schema: SCHEMA_DIGEST });
    const session = await (await fetch(`${url}/v1/sessions/current`)).json();
    expect(session).toMatchObject({ installation: { version: lastStartedBy(state) } });
    expect(await (await fetch(`${url}/v1/openapi.json`)).json()).toMatchObject({ servers: [{ url: `${publicUrl}/v1` }] });
    expect(up.said()).toMatch(/Public URL +https:\/\/api\.example\.com\n/);
    expect((await commandFor(home.path)('status')).stdout).toContain(`Public URL ${publicUrl}\n`);
    expect((await commandFor(home.path)('status')).stdout).toContain('Mirrors    10.0.0.5:8080, [fd00::5]:80\n');
    expect(await (await fetch(`${url}/console`)).text()).toContain('console/viewer.js');
    const renewFrom = (origin: string) => fetch(`${url}/v1/console/unknown/renew`, { method: 'POST', headers: { origin } });
    expect((await renewFrom('https://panel.example.com')).status).toBe(404);
    expect((await renewFrom('https://other.example.com')).status).toBe(403);
    process.kill(up.pid, signal);
    expect(await up.ended).toBe(0);
    expect(up.said()).toContain('Innkeeper is down');
    expect(await readRunning(home)).toBeNull();
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  }
});

test('beyond loopback: HTTPS with a generated certificate that it keeps, and no plain HTTP', async () => {
  const home = homeAt(join(directory, 'https'));
  const innkeeper = commandFor(home.path);
  const port = await freePort();
  const up = await innkeeper('up', ...SIMULATED, '--listen', '0.0.0.0', '--port', String(port), '--detach');
  try {
    const [, certificate = ''] = /Certificate +(\S+)/.exec(up.stdout) ?? expect.fail(up.stdout + up.stderr);
    expect(up.stdout).toContain(`https://localhost:${port}/docs`);
    expect(await status(`https://127.0.0.1:${port}/v1/balance`, readFileSync(certificate, 'utf8'))).toBe(401);
    await expect(fetch(`http://127.0.0.1:${port}/v1/balance`)).rejects.toThrow();
  } finally {
    await innkeeper('down');
  }
});

test("on the operator's own database, which commands require as well", async () => {
  const name = `own_${process.pid}`;
  const server = openDatabase({ url: inject('postgresUrl'), max: 1 });
  await sql`create database ${sql.id(name)}`.execute(server.db);
  const url = databaseUrl(inject('postgresUrl'), name);
  const home = homeAt(join(directory, 'own'));
  const run = commandFor(home.path, { DATABASE_URL: url });
  try {
    const up = await run('up', ...SIMULATED, '--port', String(await freePort()), '--detach');
    expect(up.code, up.stderr).toBe(0);
    // One role is enough. The note reports that it has more rights than needed.
    expect(up.stdout).toMatch(/^Note: Database: database\.url names a superuser.*database\.api_url/m);
    expect(JSON.parse((await run('status', '--json')).stdout)).toMatchObject({ state: 'ready', healthy: true });
    const untold = await commandFor(home.path)('token', 'list');
    expect(untold).toMatchObject({ code: 1, stderr: expect.stringContaining('Set DATABASE_URL') as string });
    const second = homeAt(join(directory, 'second'));
    const worker = (...args: string[]) => startCommand(second.path, ['worker', ...SIMULATED, ...args], { DATABASE_URL: url });
    const unknown = worker('--node', 'b');
    expect(await unknown.ended).toBe(1);
    expect(unknown.said()).toContain('Register it with ./innkeeper node add b.');
    const taken = worker('--node', 'local');
    expect(await taken.ended).toBe(1);
    expect(taken.said()).toContain('Another worker already serves the node local.');
    expect((await run('node', 'add', 'b')).stdout).toContain('Node b was registered.');
    const ofB = worker('--node', 'b');
    await until('the worker of the second node works', () => ofB.said().includes('The worker of node b is running'));
    const shown = JSON.parse((await run('node', 'show', 'b', '--json')).stdout);
    expect(shown).toMatchObject({ engine: 'simulated', warnings: [], vcpus: { measured: expect.any(Number) as number } });
    expect(shown.vcpus.measured).toBeGreaterThan(0);
    process.kill(ofB.pid, 'SIGINT');
    expect(await ofB.ended).toBe(0);
    expect((await run('down')).code).toBe(0);
    // Both workers announced that they leave, so no alert is due.
    const unannounced = openDatabase({ url, max: 1 });
    const { rows } = await sql<{ name: string }>`select name from nodes where back_by is null or back_by < seen_at`.execute(
      unannounced.db,
    );
    await unannounced.close();
    expect(rows).toEqual([]);
    expect((await run('token', 'list')).stdout).toContain('demo@innkeeper.example');

    const own = openDatabase({ url, max: 1 });
    await sql`insert into kysely_migration (name, timestamp) values ('20991231T2359-to-come', '')`.execute(own.db);
    await sql`insert into schema_digests values ('20991231T2359-to-come', ${'a'.repeat(64)}, '2099.12.0', now())`.execute(own.db);
    await own.close();
    // A start would close this file to other users.
    chmodSync(home.configuration, 0o644);
    const before = readHomeFiles(home.path);
    for (const command of [
      ['up', ...SIMULATED, '--detach'],
      ['token', 'list'],
    ])
      expect(await run(...command)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /^innkeeper: This database belongs to a newer version .* Start it with Innkeeper 2099\.12\.0\. Nothing was changed\.$/m,
        ) as string,
      });
    expect(readHomeFiles(home.path)).toEqual(before);
  } finally {
    await run('down');
    await sql`drop database ${sql.id(name)} with (force)`.execute(server.db);
    await server.close();
  }
});

function status(url: string, ca: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { ca, agent: false }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    })
      .on('error', reject)
      .end();
  });
}
