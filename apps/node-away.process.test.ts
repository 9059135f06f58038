/** Two nodes with workers of their own. One worker is killed, and new and waiting orders go to the other node. */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@innkeeper/sdk/client';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { withDatabase } from './installation/database.ts';
import { homeAt } from './installation/home.ts';
import { readRunning } from './installation/running.ts';
import { commandFor, startCommand, until } from './testing/command.ts';
import { freePort } from './testing/free-port.ts';

const SIMULATED = ['--engine', 'simulated'];

test('orders go to the node with a live worker, including those that waited, and the operator is alerted', async () => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'innkeeper-away-')));
  // Registered first, so that the directory is removed last, when no worker uses it any more.
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const home = homeAt(join(directory, 'first'));
  const run = commandFor(home.path);
  try {
    const port = await freePort();
    const up = await run('up', ...SIMULATED, '--port', String(port), '--detach');
    expect(up.code, up.stderr).toBe(0);
    const { pid } = (await readRunning(home)) ?? expect.fail('it does not run');
    const [local] = descendants(pid).filter(isWorker);
    // Database of the first home, with the role of its worker.
    const url =
      /(?:^|\0)DATABASE_URL=([^\0]+)/.exec(readFileSync(`/proc/${local}/environ`, 'utf8'))?.[1] ?? expect.fail('no URL');
    await run('node', 'add', 'b');
    // Node b offers the most it can.
    await run('node', 'set', 'b', '--overcommit-memory', '20', '--overcommit-disk', '20');
    const ofB = startCommand(homeAt(join(directory, 'second')).path, ['worker', ...SIMULATED, '--node', 'b'], {
      DATABASE_URL: url,
    });
    await until('the worker of the second node works', () => ofB.said().includes('The worker of node b is running'));

    const token = /ik_\w{40}/.exec(up.stdout)?.[0] ?? expect.fail(up.stdout);
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, token, retries: 0 });
    const [image] = (await client.listServerImages()).data;
    const order = (hostname: string) =>
      client.deployServer({ name: hostname, plan: 'nano', image_id: image?.id ?? 0, password: 'correct horse' });
    const placeOf = (hostname: string) =>
      withDatabase(home, async (db) => {
        const { rows } = await sql<{ node: string; status: string }>`
        select n.name as node, s.status from servers s join nodes n on n.id = s.node_id where hostname = ${hostname}`.execute(db);
        return rows[0];
      });

    const ofSecond = commandFor(homeAt(join(directory, 'second')).path);
    await ofSecond('config', 'set', 'accounts.ssh_keys', '7');
    expect(await ofSecond('config', 'reload')).toMatchObject({ code: 0, stdout: 'Applied: accounts.ssh_keys.\n' });
    const shown = await ofSecond('config', 'show', 'accounts.ssh_keys', '--running', '--json');
    expect(JSON.parse(shown.stdout)).toEqual({ worker: { 'accounts.ssh_keys': 7 } });
    await ofSecond('config', 'set', 'database.pool_worker', '20');
    expect(await ofSecond('config', 'reload')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'database.pool_worker needs a restart. Run ./innkeeper down, then ./innkeeper worker --node b.',
      ),
    });

    killForGood(ofB.pid);
    await order('waits');
    expect(await placeOf('waits')).toEqual({ node: 'b', status: 'processing' });
    const workerOf = async (node: string) =>
      JSON.parse((await run('node', 'show', node, '--json')).stdout).worker as 'present' | 'away';
    await until('the second node is away', async () => (await workerOf('b')) === 'away', 500);
    expect(await workerOf('local')).toBe('present');
    await order('after');
    expect((await placeOf('after'))?.node).toBe('local');
    await until('what waited is built elsewhere', async () => (await placeOf('waits'))?.status === 'active', 200);
    expect((await placeOf('waits'))?.node).toBe('local');
    const alerts = async () => (await run('alert', 'list', '--kind', 'node_away', '--json')).stdout;
    await until('the operator is alerted', async () => (await alerts()).includes('The worker of node b was last seen'), 500);
    expect(await alerts()).not.toContain('The worker of node local');
  } finally {
    await run('down');
  }
});

/** Kills a worker and its supervisor. The supervisor is stopped first, so that it neither restarts the worker nor ends it in order. */
function killForGood(supervisor: number): void {
  const all = [supervisor, ...descendants(supervisor)];
  const [workers, others] = [all.filter(isWorker), all.filter((pid) => !isWorker(pid))];
  expect(workers.length).toBeGreaterThan(0);
  for (const pid of others) process.kill(pid, 'SIGSTOP');
  for (const pid of [...workers, ...others]) process.kill(pid, 'SIGKILL');
}

function descendants(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

const isWorker = (pid: number): boolean => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker.mjs');
