/**
 * The first steps of an operator with a real guest: up, demo, a crash of Innkeeper with a running guest, up again, down and up with guests.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homeAt, projectRoot, writeState } from '@innkeeper/apps/installation/home';
import { recordHome } from '@innkeeper/apps/installation/other-homes';
import { readRunning } from '@innkeeper/apps/installation/running';
import { commandFor } from '@innkeeper/apps/testing/command';
import { freePort } from '@innkeeper/apps/testing/free-port';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { NamespaceNetwork } from '@innkeeper/engine/network/namespace/driver';
import { openEngine } from '@innkeeper/engine/open';
import { afterAll, expect, test, vi } from 'vitest';

const directory = realpathSync(mkdtempSync(join(tmpdir(), 'innkeeper-demo-')));
const home = homeAt(join(directory, 'home'));
const innkeeper = commandFor(home.path);

async function well(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await innkeeper(...args);
  expect(code, stdout + stderr).toBe(0);
  return stdout;
}

const openHere = () =>
  openEngine({ kind: 'qemu', home: home.engine, projectRoot, root: process.getuid?.() === 0, log: SILENT_LOG });

afterAll(async () => {
  await innkeeper('down', '--guests');
  const { network } = await openHere();
  if (network instanceof NamespaceNetwork) await network.remove();
  rmSync(directory, { recursive: true, force: true });
});

test('a guest survives a crash of Innkeeper, and `down --guests` and `up` shut it down and boot it again', async () => {
  const port = String(await freePort());
  const up = () => well('up', '--port', port, '--detach');
  const first = homeAt(join(directory, 'first'));
  mkdirSync(first.path);
  await writeState(first, { engine: 'qemu', externalDatabase: false });
  await recordHome(first, new Date(0));
  const said = await up();
  expect(said).toMatch(/Guests +real: QEMU/);
  const warning = `${first.path} also has real guests on this host: both homes sell the whole machine`;
  expect(said).toContain(`Note: ${warning}`);
  expect((await innkeeper('doctor')).stdout).toMatch(new RegExp(`^note +other home +${warning}$`, 'm'));

  const output = await well('demo', '--keep');
  const [, hostname = ''] = /Left behind: server \d+ \((demo-\w+)\), not stopped/.exec(output) ?? expect.fail(output);
  const [, key = ''] = /-i (\S+)/.exec(output) ?? expect.fail(output);
  const bootId = () => well('ssh', '-i', key, hostname, 'cat', '/proc/sys/kernel/random/boot_id');
  const before = await bootId();

  process.kill((await readRunning(home))?.pid ?? expect.fail('not running'), 'SIGKILL');
  await up();
  expect(await bootId()).toBe(before);
  expect(JSON.parse(await well('status', '--json'))).toMatchObject({
    servers: [{ status: 'active', power: 'running', count: 1 }],
  });

  expect(await well('down', '--guests')).toContain('1 stopped');
  expect((await (await openHere()).compute.list()).map((machine) => machine.power)).toEqual(['interrupted']);
  await up();
  await vi.waitUntil(async () => (await innkeeper('server', 'list')).stdout.match(/active +running/), {
    timeout: 300_000,
    interval: 500,
  });
  expect(await bootId()).not.toBe(before);
  rmSync(join(key, '..'), { recursive: true });
});
