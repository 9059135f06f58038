/** The rights of a serving API, seen from outside: its user, capabilities, environment and database role. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '@innkeeper/db/connect';
import { findRunning } from '@innkeeper/db/embedded/running';
import { API_ROLE, asRole, OPERATOR_ROLE, WORKER_ROLE } from '@innkeeper/db/roles';
import { createClient } from '@innkeeper/sdk/client';
import { waitForServer } from '@innkeeper/sdk/wait';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { homeAt, projectRoot } from './installation/home.ts';
import { readRunning } from './installation/running.ts';
import { API_USER } from './processes/run-as.ts';
import { commandFor, type Outcome, until } from './testing/command.ts';
import { freePort } from './testing/free-port.ts';

const root = process.getuid?.() === 0;
const directory = realpathSync(mkdtempSync(join(tmpdir(), 'innkeeper-confined-')));
const home = homeAt(join(directory, 'home'));
const secrets = {
  INNKEEPER_S3_ACCESS_KEY_ID: 'key-id',
  INNKEEPER_S3_SECRET_ACCESS_KEY: 'worker-secret',
  OPERATORS_OWN: 'own-secret',
};
const innkeeper = commandFor(home.path, secrets, root ? closedCheckout() : undefined);
const run = promisify(execFile);
let port = 0;
let up: Outcome;
beforeAll(async () => {
  port = root ? await freeLowPort() : await freePort();
  await innkeeper('--version');
  up = await innkeeper('up', '--engine', 'simulated', '--port', String(port), '--detach');
});
afterAll(async () => {
  await innkeeper('down', '--guests');
  rmSync(directory, { recursive: true, force: true });
});

/**
 * Returns the command of a checkout that only root may enter, such as one in /root. It mounts this checkout below a directory of the test.
 */
function closedCheckout(): string {
  const [script, checkout] = [join(directory, 'innkeeper.sh'), join(directory, 'checkout')];
  mkdirSync(checkout);
  const inner = 'mount --bind "$1" "$2" && checkout=$2 && shift 2 && exec "$checkout/innkeeper" "$@"';
  writeFileSync(script, `#!/bin/sh\nexec unshare --mount sh -c '${inner}' sh '${projectRoot}' '${checkout}' "$@"\n`, {
    mode: 0o755,
  });
  return script;
}

/** Returns a free port that only root may listen on. */
async function freeLowPort(): Promise<number> {
  const taken = (await run('ss', ['-Hltn'])).stdout;
  return Array.from({ length: 200 }, (_, i) => 800 + i).find((one) => !taken.includes(`:${one} `)) ?? 443;
}

async function pidOf(name: 'api' | 'worker'): Promise<number> {
  const { pid } = (await readRunning(home)) ?? expect.fail(up.stderr);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  const found = children.find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(`build/${name}.mjs`));
  return found ?? expect.fail(`no ${name}`);
}

const statusOf = (pid: number, thread: number | string = pid): Record<string, string> =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(/:\s*/, 2)),
  );
const environmentOf = (pid: number): string => readFileSync(`/proc/${pid}/environ`, 'utf8').replaceAll('\0', '\n');

/**
 * Asks the database for the current user, as the user of its second argument. It loads its code first, because that user may be unable to
 * read it.
 */
const ASK = `
  import pg from '${join(projectRoot, 'node_modules/pg/esm/index.mjs')}';
  const [, url, user] = process.argv;
  process.setgroups([]);
  process.setgid(user);
  process.setuid(user);
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    console.log((await client.query('select current_user as me')).rows[0].me);
    await client.end();
  } catch (error) {
    console.log(error.message);
  }
`;

/** Runs a command as the API's user. Returns its output, or its error output if it fails. */
const asApi = (...command: string[]): Promise<string> =>
  run('setpriv', [`--reuid=${API_USER}`, `--regid=${API_USER}`, '--clear-groups', '--', ...command]).then(
    ({ stdout }) => stdout,
    (error: { stderr?: string }) => String(error.stderr),
  );

function tokenOf({ stdout }: Outcome): string {
  return /ik_\w{40}/.exec(stdout)?.[0] ?? expect.fail(stdout);
}

test('the API is up, and its environment has nothing of the worker or the operator', async () => {
  expect(up.code, up.stderr).toBe(0);
  const api = environmentOf(await pidOf('api'));
  expect(api).not.toMatch(/key-id|worker-secret|own-secret|SUDO|LS_COLORS/);
  expect(api).toContain(`DATABASE_URL=postgres://${API_ROLE}@`);
  const worker = environmentOf(await pidOf('worker'));
  expect(worker).not.toMatch(/key-id|worker-secret|own-secret/);
  expect(worker).toContain(`DATABASE_URL=postgres://${WORKER_ROLE}@`);
});

describe.skipIf(!root)('under root', () => {
  test('the API does not start without a user to switch to', async () => {
    const env = { PATH: process.env.PATH, INNKEEPER_HOME: home.path, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    const api = run(process.execPath, [join(projectRoot, 'build/api.mjs')], { env });
    await expect(api).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('must not run as root') });
  });

  test('runs as an unprivileged user, on a port that only root can open', async () => {
    expect(up.stdout).toMatch(/the API runs as innkeeper-api$/m);
    const uid = (await run('id', ['-u', API_USER])).stdout.trim();
    const gid = (await run('id', ['-g', API_USER])).stdout.trim();
    const status = statusOf(await pidOf('api'));
    expect(status.Uid?.split('\t')).toEqual([uid, uid, uid, uid]);
    expect(status.Gid?.split('\t')).toEqual([gid, gid, gid, gid]);
    expect(status).toMatchObject({
      Groups: '',
      NoNewPrivs: '1',
      CapPrm: '0'.repeat(16),
      CapEff: '0'.repeat(16),
      CapAmb: '0'.repeat(16),
    });
    expect(uid).not.toBe('0');
    for (const name of ['api', 'worker'] as const)
      expect(readFileSync(`/proc/${await pidOf(name)}/limits`, 'utf8')).toMatch(/^Max core file size +0 +0 /m);
    expect(port).toBeLessThan(1024);
  });

  test("its user can read nothing in the home or the database's files", async () => {
    const { url } = findRunning(home.database) ?? expect.fail('no PostgreSQL');
    const sockets = decodeURIComponent(url.split('host=')[1] ?? '');
    for (const path of [home.path, home.configuration, home.secrets, home.tls, home.logs, home.sockets, home.database])
      expect(await asApi('ls', path)).toContain('Permission denied');
    expect(await asApi('ls', sockets)).toContain('Permission denied');
    expect(statSync(home.sockets).mode & 0o777).toBe(0o710);
    const socket = statSync(join(home.sockets, 'guests-local.sock'));
    expect(socket.mode & 0o777).toBe(0o660);
    expect([socket.uid, String(socket.gid)]).toEqual([0, (await run('id', ['-g', API_USER])).stdout.trim()]);
  });

  test('its user can only use the database roles of the API and the staff', async () => {
    const { url } = findRunning(home.database) ?? expect.fail('no PostgreSQL');
    const ask = async (role: string) =>
      (await run(process.execPath, ['--input-type=module', '-e', ASK, asRole(url, role), API_USER])).stdout;
    for (const role of [API_ROLE, OPERATOR_ROLE]) expect(await ask(role)).toBe(`${role}\n`);
    for (const role of ['innkeeper', 'innkeeper_owner', WORKER_ROLE])
      expect(await ask(role)).toContain('Peer authentication failed');
  });
});

test('doctor reports the user of each process, and who else could read the home', async () => {
  const found = async (name: string) => {
    const { findings } = JSON.parse((await innkeeper('doctor', '--json')).stdout) as {
      findings: { name: string; ok: unknown; why: string }[];
    };
    return findings.find((finding) => finding.name === name);
  };
  expect(await found('API user')).toMatchObject({ ok: root ? true : 'warn' });
  expect(await found('database roles')).toMatchObject({ ok: true });
  expect(await found('home')).toMatchObject({ ok: true });
  chmodSync(home.configuration, 0o644);
  expect(await found('home')).toMatchObject({ ok: false, why: expect.stringContaining(home.configuration) as string });
  chmodSync(home.configuration, 0o600);
});

test('neither the owner of the database nor the processes are superusers', async () => {
  const { url } = findRunning(home.database) ?? expect.fail('no PostgreSQL');
  const { db, close } = openDatabase({ url, max: 1 });
  try {
    const { rows } = await sql<{ usename: string; super: boolean }>`
      select distinct usename, rolsuper as super from pg_stat_activity join pg_roles on rolname = usename
      where datname = current_database() order by 1`.execute(db);
    expect(rows).toEqual([
      { usename: API_ROLE, super: false },
      { usename: 'innkeeper_owner', super: false },
      { usename: WORKER_ROLE, super: false },
    ]);
    // Both processes write their beats under these roles.
    await until('both beats', async () => {
      const beats = await db.selectFrom('service_beats').select('service').execute();
      return beats.length === 2;
    });
  } finally {
    await close();
  }
});

test('stores 100 MB of concurrent uploads in its own directory, using less than 180 MB of memory', async () => {
  const api = await pidOf('api');
  const headers = { authorization: `Bearer ${tokenOf(up)}` };
  const url = `http://127.0.0.1:${port}/v1/support/tickets`;
  const content = randomBytes(9_500_000);
  const send = async (to: string, fields: Record<string, string>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    for (let i = 0; i < 3; i += 1) body.append('attachments[]', new Blob([content]), `${i}.bin`);
    return fetch(to, { method: 'POST', headers, body });
  };
  const message = 'Look at these files.';
  const opening = { department_id: '1', subject: 'Many files', message };
  const kilobytes = (field: 'VmHWM' | 'VmRSS' | 'RssFile') => Number.parseInt(statusOf(api)[field] ?? '', 10);
  // Reset the peak: it was higher while the process started.
  writeFileSync(`/proc/${api}/clear_refs`, '5');
  const before = kilobytes('VmRSS');
  const replies = await Promise.all(Array.from({ length: 4 }, () => send(url, opening)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(kilobytes('VmHWM') - before, 'kB').toBeLessThan(64 * 1024);
  // Excludes the pages of Node's own file, 60 MB, which all processes share. Measured: 142 to 164 MB.
  expect(kilobytes('VmHWM') - kilobytes('RssFile'), 'kB').toBeLessThan(180 * 1024);
  expect(await pidOf('api')).toBe(api);
  const ticket = (await replies[0]?.json()) as { id: number; messages: { attachments: { id: number }[] }[] };
  const file = await fetch(`${url}/${ticket.id}/attachments/${ticket.messages[0]?.attachments[0]?.id}`, { headers });
  expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
  expect(readdirSync(home.attachments)).toHaveLength(12);
  const { mode, uid } = statSync(home.attachments);
  expect(mode & 0o777).toBe(0o700);
  if (root) expect(String(uid)).toBe((await run('id', ['-u', API_USER])).stdout.trim());
});

test('serves staff and customers with separate database roles', async () => {
  await innkeeper('staff', 'add', '--email', 'ann@host.example', '--name', 'Ann', '--role', 'support');
  const token = (await innkeeper('staff', 'token', 'ann@host.example', '--quiet')).stdout.trim();
  const ask = (path: string, bearer: string) =>
    fetch(`http://127.0.0.1:${port}/v1${path}`, { headers: { authorization: `Bearer ${bearer}` } });
  const found = await ask('/operator/accounts', token);
  expect(found.status).toBe(200);
  expect(await found.json()).toMatchObject({ total: 1 });
  expect((await ask('/operator/accounts', tokenOf(up))).status).toBe(401);
  expect((await ask('/servers', token)).status).toBe(401);
});

test('an unprivileged process without access to its own files hashes passwords and serves pages', async () => {
  const api = await pidOf('api');
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, token: tokenOf(up), retries: 0 });
  const [image] = (await client.listServerImages()).data;
  const orders = Array.from({ length: 3 }, (_, i) =>
    client.deployServer({ name: `pass-${i}`, plan: 'nano', image_id: image?.id ?? 0, password: 'correct horse' }),
  );
  for (const ordered of await Promise.all(orders)) expect(ordered).toMatchObject({ status: 'processing' });
  for (const page of ['docs', 'docs/swagger-ui-bundle.js', 'console', 'console/viewer.js', 'v1/openapi.json'])
    expect((await fetch(`http://127.0.0.1:${port}/${page}`)).status, page).toBe(200);
  // The process must be the same as before. It restarts so fast that a crash could pass for a slow answer.
  expect(await pidOf('api')).toBe(api);
  const users = readdirSync(`/proc/${api}/task`).map((thread) => statusOf(api, thread).Uid?.split('\t')[1]);
  if (root) expect(new Set(users)).toEqual(new Set([(await run('id', ['-u', API_USER])).stdout.trim()]));
});

test("checks passwords against the common ones, although it cannot read that list's file", async () => {
  await innkeeper('staff', 'add', '--email', 'bob@host.example', '--name', 'Bob', '--role', 'support');
  const [secret] = (await innkeeper('staff', 'invite', 'bob@host.example')).stdout.split('\n');
  const setUp = async (password: string) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ secret, password });
    const reply = await fetch(`http://127.0.0.1:${port}/v1/operator/sessions/setup`, { method: 'POST', headers, body });
    return { status: reply.status, text: await reply.text() };
  };
  expect(await setUp('Vinogradov1987')).toMatchObject({
    status: 422,
    text: expect.stringContaining('common password') as string,
  });
  expect(await setUp('seven green lanterns')).toMatchObject({ status: 201 });
});

test('consoles work through the worker, are unavailable without one, and recover', async () => {
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, token: tokenOf(up), retries: 0 });
  const [[image], [key]] = [(await client.listServerImages()).data, (await client.listSshKeys()).data];
  const order = { name: 'first', plan: 'nano', image_id: image?.id ?? 0, ssh_keys: [key?.id ?? 0] };
  const ordered = await client.deployServer(order);
  const id = 'data' in ordered ? expect.fail('one was ordered') : ordered.id;
  await waitForServer(client, id, (server) => server.state.includes('running') && server.locked === null, { interval: 50 });
  const look = () =>
    client.getConsoleLog({ id }).then(
      () => 200,
      (error: { status: number }) => error.status,
    );
  expect(await look()).toBe(200);
  process.kill(await pidOf('worker'), 'SIGKILL');
  const seen = new Set<number>();
  const answers = async () => {
    const status = await look();
    seen.add(status);
    return status === 200;
  };
  // Polling every 50 ms for a minute would exceed the rate limit.
  await until('the console answers again', answers, 500);
  expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([]);
});
