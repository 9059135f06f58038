/** What a newcomer does, with a real guest: up, demo, a crash of Innkeeper under a running guest, up again, down. */
import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { NamespaceNetwork } from '@innkeeper/engine/network/namespace/driver';
import { openEngine } from '@innkeeper/engine/open';
import { afterAll, expect, test } from 'vitest';
import { homeAt, projectRoot } from './installation/home.ts';
import { readRunning } from './installation/running.ts';
import { freePort } from './testing/free-port.ts';

const directory = realpathSync(mkdtempSync(join(tmpdir(), 'innkeeper-demo-')));
const home = homeAt(join(directory, 'home'));
const script = join(projectRoot, 'build/innkeeper.mjs');

function innkeeper(...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, INNKEEPER_HOME: home.path };
    execFile(process.execPath, [script, ...args], { env, timeout: 500_000 }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, output: stdout + stderr }),
    );
  });
}

async function well(...args: string[]): Promise<string> {
  const { code, output } = await innkeeper(...args);
  expect(code, output).toBe(0);
  return output;
}

const openHere = () =>
  openEngine({ kind: 'qemu', home: home.engine, projectRoot, root: process.getuid?.() === 0, log: SILENT_LOG });

afterAll(async () => {
  await innkeeper('down', '--guests');
  const { network } = await openHere();
  if (network instanceof NamespaceNetwork) await network.remove();
  rmSync(directory, { recursive: true, force: true });
});

test('up, demo, a crash that no guest notices, up, down', async () => {
  const port = String(await freePort());
  const up = () => well('up', '--port', port, '--detach');
  expect(await up()).toMatch(/Engine +QEMU/);

  const played = await well('demo', '--keep');
  const [, hostname = ''] = /Left behind: server \d+ \((demo-\w+)\), not stopped/.exec(played) ?? expect.fail(played);
  const [, key = ''] = /-i (\S+)/.exec(played) ?? expect.fail(played);
  const bootId = () => well('ssh', '-i', key, hostname, 'cat', '/proc/sys/kernel/random/boot_id');
  const before = await bootId();

  process.kill((await readRunning(home))?.pid ?? expect.fail('not running'), 'SIGKILL');
  await up();
  expect(await bootId()).toBe(before);
  expect(JSON.parse(await well('status', '--json'))).toMatchObject({ servers: [{ status: 'active', power: 'running', n: 1 }] });

  expect(await well('down', '--guests')).toContain('1 stopped');
  expect((await (await openHere()).compute.list()).map((machine) => machine.power)).toEqual(['stopped']);
  rmSync(join(key, '..'), { recursive: true });
});
