/** An installation whose API is blocked and whose worker is stopped. Both are restarted, and each restart opens an alert with its cause. */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isNodeError } from '@innkeeper/engine/atomic';
import { expect, test } from 'vitest';
import { homeAt } from './installation/home.ts';
import { readRunning } from './installation/running.ts';
import { commandFor, until } from './testing/command.ts';
import { freePort } from './testing/free-port.ts';

test('both restart, each with an alert that names what it was doing', async () => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'innkeeper-hung-')));
  const home = homeAt(join(directory, 'home'));
  // Node loads this file into each process. In the API it blocks the event loop forever at a request of the test.
  const hook = join(directory, 'hook.cjs');
  writeFileSync(
    hook,
    `if (process.argv[1]?.endsWith('build/api.mjs'))
       require('node:diagnostics_channel').subscribe('http.server.request.start', function blockForever({ request }) {
         if (request.url === '/block') for (;;);
       });`,
  );
  const innkeeper = commandFor(home.path, { NODE_OPTIONS: `--require ${hook}` });
  try {
    const port = await freePort();
    const up = await innkeeper('up', '--engine', 'simulated', '--port', String(port), '--detach');
    expect(up.code, up.stdout + up.stderr).toBe(0);
    const { pid } = (await readRunning(home)) ?? expect.fail('it does not run');
    const pidOf = (name: string): number | undefined => childrenOf(pid).find(({ command }) => command.includes(name))?.pid;
    const [api, worker] = [pidOf('build/api.mjs'), pidOf('build/worker.mjs') ?? 0];
    process.kill(worker, 'SIGSTOP');
    const blocked = fetch(`http://127.0.0.1:${port}/block`).catch(() => 'closed');

    // Checked one after the other, because late rounds on a slow machine restart the count.
    for (const [name, before] of [
      ['build/api.mjs', api],
      ['build/worker.mjs', worker],
    ] as const)
      await until(`another ${name} runs`, () => ![undefined, before].includes(pidOf(name)));
    expect(await blocked).toBe('closed');
    await until(
      'the API serves again',
      async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))?.ok === true,
    );
    const alerts = async () => (await innkeeper('alert', 'list', '--kind', 'process_hung', '--json')).stdout;
    await until('the operator is alerted to both', async () => (await alerts()).split('process_hung').length === 3, 500);
    const openAlerts = await alerts();
    expect(openAlerts).toMatch(
      /The api process of node local did not answer for 30 s and was restarted. It was running .*blockForever/,
    );
    expect(openAlerts).toMatch(
      /The worker process of node local did not answer for 30 s and was restarted. A signal or a debugger/,
    );

    const [report = '', ...others] = readdirSync(home.reports);
    expect(report).toMatch(/^api-/);
    expect(others).toEqual([]);
    expect(statSync(join(home.reports, report)).mode & 0o777).toBe(0o600);
    const text = readFileSync(join(home.reports, report), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      stack: expect.arrayContaining([expect.stringContaining('blockForever')]) as string[],
    });
    // The report contains neither the environment nor a token.
    expect(text).not.toMatch(/environmentVariables|DATABASE_URL|ik_/);
  } finally {
    await innkeeper('down');
    rmSync(directory, { recursive: true, force: true });
  }
});

const childrenOf = (pid: number): { pid: number; command: string }[] =>
  readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean))
    .map((id) => ({ pid: Number(id), command: commandOf(id) }));

/** Returns the command line of a process. Empty if the process has ended. */
function commandOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8');
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'ESRCH')) return '';
    throw error;
  }
}
