/**
 * Loses the home of a house and restores its backup at another path, by the commands of the guide. Then brings back the images, ends the
 * server whose machine was lost with the home, and sells its capacity and address again.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homeAt } from '@innkeeper/apps/installation/home';
import { commandFor, type Outcome, until } from '@innkeeper/apps/testing/command';
import { freePort } from '@innkeeper/apps/testing/free-port';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyLines } from './backup/key-lines.ts';

const directory = realpathSync(mkdtempSync(join(tmpdir(), 'innkeeper-lost-home-')));
const [lost, found] = [homeAt(join(directory, 'lost')), homeAt(join(directory, 'found'))];
const [keyFile, plan] = [join(directory, 'backup-key.txt'), join(directory, 'plan.txt')];
let port = '';

beforeAll(async () => {
  port = String(await freePort());
});
afterAll(async () => {
  for (const home of [lost, found]) await commandFor(home.path)('down', '--guests');
  rmSync(directory, { recursive: true });
});

/** Runs a command that must succeed, and returns its output. */
async function run(home: { path: string }, ...args: string[]): Promise<string> {
  const outcome: Outcome = await commandFor(home.path)(...args);
  expect(outcome, `${args.join(' ')}: ${outcome.stderr}`).toMatchObject({ code: 0 });
  return outcome.stdout;
}
const json = async (home: { path: string }, ...args: string[]) => JSON.parse(await run(home, ...args, '--json'));
const up = (home: { path: string }) => run(home, 'up', '--engine', 'simulated', '--port', port, '--detach');

test('after the loss of a home and a restore at another path, images are sold once they are back, and the room of a lost server is sold again', async () => {
  await up(lost);
  await run(lost, 'account', 'create', '--email', 'ada@example.org', '--country', 'AT', '--funds', '100');
  const { token } = await json(lost, 'token', 'create', '--email', 'ada@example.org', '--abilities', 'read,write');
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const reply = await fetch(`http://127.0.0.1:${port}/v1${path}`, init);
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  };
  const created = async (path: string, body: object) => {
    const reply = await call('POST', path, body);
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 201 });
    return reply.body.id as number;
  };
  const offered = async () => {
    const { data } = (await call('GET', '/server-images')).body as { data: { id: number; name: string }[] };
    return new Map(data.map(({ name, id }) => [name, id]));
  };
  const orderOf = (image_id: number | undefined) => ({
    name: 'web-1',
    plan: 'nano',
    billing_cycle: 1,
    image_id,
    password: 'only for the test',
  });
  const order = async () => {
    const id = await created('/servers', orderOf((await offered()).get('Tiny Linux')));
    await until(`server ${id} is active`, async () => (await server(id)).status === 'active');
    return id;
  };
  const server = async (id: number) => (await call('GET', `/servers/${id}`)).body;
  const image = join(directory, 'mine.raw');
  writeFileSync(image, Buffer.alloc(1 << 20));
  const sha256 = createHash('sha256').update(readFileSync(image)).digest('hex');
  await run(lost, 'image', 'register', 'mine', '--name', 'Mine', '--group', 'debian', '--file', image, '--sha256', sha256);
  const images = await offered();
  expect([...images.keys()]).toEqual(['Tiny Linux', 'Mine']);
  const first = await order();
  const before = await server(first);

  writeFileSync(keyFile, keyLines(await run(lost, 'backup', 'setup', '--directory', join(directory, 'store'))), { mode: 0o600 });
  const backup = /Made (\S+)\.\n/.exec(await run(lost, 'backup', 'create'))?.[1] ?? expect.fail('no backup');
  await run(lost, 'down', '--guests');
  rmSync(lost.path, { recursive: true });

  await run(found, 'restore', backup, '--identity', keyFile);
  await up(found);
  await run(found, 'restore', 'plan', '--output', plan);
  expect(readFileSync(plan, 'utf8')).toContain(`machines are missing on this host: srv-${first}`);
  expect(readFileSync(plan, 'utf8')).toMatch(/^images cannot be sold: tiny has no file/m);
  expect(await run(found, 'restore', 'finish', '--accept', plan)).toMatch(/image repair\):\n {2}tiny has .*\n {2}mine has /);

  await until('the API takes changes', async () => (await call('DELETE', '/ssh-keys/999')).status === 404);
  const balance = async () => (await call('GET', '/balance')).body.balance;
  const funds = await balance();
  expect(await offered()).toEqual(new Map());
  for (const id of images.values()) {
    const refused = await call('POST', '/servers', orderOf(id));
    expect(refused).toMatchObject({ status: 422, body: { errors: { image_id: [expect.any(String)] } } });
  }
  expect(await balance()).toEqual(funds);
  expect(await run(found, 'alert', 'list')).toContain('Image tiny has no file');
  const repaired = await commandFor(found.path)('image', 'repair');
  expect(repaired).toMatchObject({ code: 1, stdout: expect.stringContaining('Image tiny: its file is back.') });
  expect(repaired.stdout).toContain(`./innkeeper image repair mine --file PATH (SHA-256 ${sha256})`);
  expect([...(await offered()).keys()]).toEqual(['Tiny Linux']);
  expect(await run(found, 'image', 'repair', 'mine', '--file', image)).toBe('Image mine: its file is back.\n');
  expect([...(await offered()).keys()]).toEqual(['Tiny Linux', 'Mine']);
  expect(await run(found, 'alert', 'list')).not.toContain('has no file');

  const repair = (...options: string[]) =>
    commandFor(found.path)('server', 'repair', String(first), '--end-lost', '--reason', 'Its disk is lost.', ...options);
  await until('the worker has found the machine absent', async () => (await repair()).code === 0, 500);
  expect((await repair()).stdout).toContain(`is missing in ${join(found.engine, 'simulated-machines')}, file system `);
  expect(await server(first)).toMatchObject({ status: 'active' });
  expect(await repair('--yes')).toMatchObject({ code: 0 });
  await until('it has ended', async () => (await server(first)).status === 'terminated');
  expect(await server(first)).toMatchObject({ status_reason: 'Its disk is lost.' });

  expect((await server(await order())).main_ip).toEqual(before.main_ip);
});
