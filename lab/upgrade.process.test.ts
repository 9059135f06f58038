/** Upgrades as an operator sees them: a release whose migration fails, one whose API does not start, and a good one. */
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { homeAt, readState } from '@innkeeper/apps/installation/home';
import { commandFor, type Innkeeper } from '@innkeeper/apps/testing/command';
import { freePort } from '@innkeeper/apps/testing/free-port';
import type { Status } from '@innkeeper/contract/operator/installation';
import { createClient } from '@innkeeper/sdk/client';
import { waitForServer } from '@innkeeper/sdk/wait';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stateOf } from './upgrade/home-state.ts';
import { makeRelease } from './upgrade/other-release.ts';

const directory = realpathSync(mkdtempSync(path.join(tmpdir(), 'innkeeper-upgrade-')));
const home = homeAt(path.join(directory, 'home'));
const innkeeper = commandFor(home.path);
let port = '';
let url = '';

/** Changes rows and a sequence, which a rollback would not reset. */
const CHANGES = "update users set email = 'changed-' || email; select nextval(pg_get_serial_sequence('users', 'id'))";

const release = (version: string, changes: { migration?: string; api?: string }): Innkeeper =>
  commandFor(home.path, {}, makeRelease(path.join(directory, version), { version, ...changes }));
const inBefore = (): string[] => (existsSync(home.before) ? readdirSync(home.before).sort() : []);

/** Orders a server, with the token of the demo account, and waits until it runs. */
async function orderServer(command: Innkeeper, name: string): Promise<void> {
  const made = await command('token', 'create', '--email', 'demo@innkeeper.example', '--abilities', 'read,write');
  const token = /ik_\w{40}/.exec(made.stdout)?.[0] ?? expect.fail(made.stdout + made.stderr);
  const client = createClient({ baseUrl: `${url}/v1`, token });
  const [[image], [key]] = [(await client.listServerImages()).data, (await client.listSshKeys()).data];
  const order = { name, plan: 'nano', image_id: image?.id ?? 0, ssh_keys: [key?.id ?? 0], password: null };
  const ordered = await client.deployServer(order);
  const id = 'data' in ordered ? expect.fail('one was ordered') : ordered.id;
  await waitForServer(client, id, (server) => server.state.includes('running') && server.locked === null, { interval: 50 });
}

beforeAll(async () => {
  port = String(await freePort());
  url = `http://127.0.0.1:${port}`;
  expect(await innkeeper('up', '--engine', 'simulated', '--port', port, '--detach')).toMatchObject({ code: 0 });
  expect(await innkeeper('down')).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await innkeeper('down', '--guests');
  rmSync(directory, { recursive: true, force: true });
});

test('a migration that fails changes nothing, is not repeated unattended, and the release before starts', async () => {
  const before = await stateOf(home);
  const bad = release('0.2.0', { migration: `${CHANGES}; select 1 / 0` });
  const failed = await bad('up', '--detach');
  expect(failed).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /The upgrade to 0\.2\.0\S* failed: division by zero\. All files are as before the upgrade\. Start Innkeeper 0\.1\.0/,
    ),
  });
  expect(inBefore()).toEqual(['refused.json']);
  expect(await stateOf(home)).toEqual(before);
  expect(await bad('up', '--unattended')).toMatchObject({ code: 78, stderr: expect.stringContaining('division by zero') });
  // An attended start tries again.
  expect(await bad('up', '--detach')).toMatchObject({ code: 1, stdout: expect.stringContaining('Copy of the database') });
  expect(await stateOf(home)).toEqual(before);
});

test('a release whose API does not start is taken back, with its committed migration', async () => {
  const before = await stateOf(home);
  const dead = release('0.3.0', { migration: CHANGES, api: 'process.exit(1)' });
  expect(await dead('up', '--unattended')).toMatchObject({
    code: 78,
    stderr: expect.stringContaining('The api process did not start'),
  });
  expect(inBefore()).toEqual(['refused.json']);
  expect(await stateOf(home)).toEqual(before);
  expect(existsSync(home.restoreDirectory)).toBe(false);

  expect(await innkeeper('up', '--detach')).toMatchObject({ code: 0, stdout: expect.not.stringContaining('Copy of the') });
  await orderServer(innkeeper, 'after-the-return');
  expect(inBefore()).toEqual([]);
  await innkeeper('down');
});

test('a good release is started with a copy, which status names, and it sells and backs up', async () => {
  const store = path.join(directory, 'store');
  expect(await innkeeper('backup', 'setup', '--directory', store)).toMatchObject({ code: 0 });
  const good = release('0.4.0', { migration: 'alter table users add column of_a_test integer' });
  const started = await good('up', '--detach');
  expect(started, started.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('Verification of the copy') });
  expect(readdirSync(store).filter((name) => name.endsWith('.age'))).toHaveLength(1);
  const status = JSON.parse((await good('status', '--json')).stdout) as Status;
  expect(status).toMatchObject({
    state: 'ready',
    healthy: true,
    recovering: null,
    copy: { version: expect.stringMatching(/^0\.1\.0/) },
  });
  expect(inBefore()).toEqual([path.basename(status.copy?.path ?? '')]);
  expect(readdirSync(status.copy?.path ?? '').sort()).toEqual(['db', 'manifest.json', 'state.json']);
  expect(await readState(home)).toMatchObject({ release: '0.4.0' });
  await orderServer(good, 'after-the-upgrade');
  const made = await good('backup', 'create');
  expect(made, made.stderr).toMatchObject({ code: 0 });
  // The release before refuses the newer schema, and changes nothing.
  await good('down');
  expect(await innkeeper('up', '--detach')).toMatchObject({ code: 1, stderr: expect.stringContaining('newer version') });
});
