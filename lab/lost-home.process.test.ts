/**
 * Loses the home of a house and restores its backup at another path, by the commands of the guide. Then ends the server whose machine was
 * lost with the home, and sells its capacity and address again.
 */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homeAt } from '@innkeeper/apps/installation/home';
import { commandFor, type Outcome, until } from '@innkeeper/apps/testing/command';
import { freePort } from '@innkeeper/apps/testing/free-port';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyLines } from './backup/key-lines.ts';
import { newPublicKey } from './given.ts';

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

test('after the loss of a home and a restore at another path, a lost server is ended and its room is sold again', async () => {
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
  const order = async () => {
    const { data } = (await call('GET', '/server-images')).body as { data: { id: number }[] };
    const key = await created('/ssh-keys', { name: 'given', key: newPublicKey().publicKey });
    const what = { name: 'web-1', plan: 'nano', billing_cycle: 1, image_id: data[0]?.id, ssh_keys: [key] };
    const id = await created('/servers', what);
    await until(`server ${id} is active`, async () => (await server(id)).status === 'active');
    return id;
  };
  const server = async (id: number) => (await call('GET', `/servers/${id}`)).body;
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
  await run(found, 'restore', 'finish', '--accept', plan);
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
