/**
 * A new installation on the Node that `INNKEEPER_RUNTIME` names, or on the Node of this process. Covers start, migrations, an order and the
 * end.
 */
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@innkeeper/sdk/client';
import { waitForServer } from '@innkeeper/sdk/wait';
import { afterAll, expect, test } from 'vitest';
import { homeAt } from './installation/home.ts';
import { readRunning } from './installation/running.ts';
import { commandFor } from './testing/command.ts';
import { freePort } from './testing/free-port.ts';

const runtime = realpathSync(process.env.INNKEEPER_RUNTIME ?? process.execPath);
const directory = realpathSync(mkdtempSync(join(tmpdir(), 'innkeeper-runtime-')));
const home = homeAt(join(directory, 'home'));
const innkeeper = commandFor(home.path, { INNKEEPER_RUNTIME: runtime });
afterAll(async () => {
  await innkeeper('down', '--guests');
  rmSync(directory, { recursive: true, force: true });
});

/** Lists programs and command lines of the child processes of a process. */
const childrenOf = (pid: number): { program: string; command: string }[] =>
  readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean))
    .map((id) => ({ program: readlinkSync(`/proc/${id}/exe`), command: readFileSync(`/proc/${id}/cmdline`, 'utf8') }));

test('a new installation starts, migrates its database, delivers an order and ends', async () => {
  const port = await freePort();
  const up = await innkeeper('up', '--engine', 'simulated', '--port', String(port), '--detach');
  expect(up.code, up.stdout + up.stderr).toBe(0);
  const { pid } = (await readRunning(home)) ?? expect.fail('it does not run');
  expect(readlinkSync(`/proc/${pid}/exe`)).toBe(runtime);
  for (const name of ['api', 'worker'])
    expect(childrenOf(pid).find(({ command }) => command.includes(`build/${name}.mjs`))?.program).toBe(runtime);

  const token = /ik_\w{40}/.exec(up.stdout)?.[0] ?? expect.fail(up.stdout);
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, token });
  const [[image], [key]] = [(await client.listServerImages()).data, (await client.listSshKeys()).data];
  const order = {
    name: 'first',
    plan: 'nano',
    image_id: image?.id ?? 0,
    ssh_keys: [key?.id ?? 0],
    password: 'correct horse battery',
  };
  const ordered = await client.deployServer(order);
  const id = 'data' in ordered ? expect.fail('one was ordered') : ordered.id;
  await waitForServer(client, id, ({ state, locked }) => state.includes('running') && locked === null);

  expect((await innkeeper('down', '--guests')).code).toBe(0);
  expect(await readRunning(home)).toBeNull();
});
