/** The link of a trial that `up --detach` prints: on a terminal the link itself, elsewhere the command that prints one. */
import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { homeAt, projectRoot } from './installation/home.ts';
import { commandFor } from './testing/command.ts';
import { freePort } from './testing/free-port.ts';

const directory = realpathSync(mkdtempSync(join(tmpdir(), 'innkeeper-detached-link-')));
const home = homeAt(join(directory, 'home'));
const innkeeper = commandFor(home.path);
afterAll(async () => {
  await innkeeper('down');
  rmSync(directory, { recursive: true, force: true });
});

/** Runs the command on a terminal of its own, and returns what the terminal shows. */
async function onTerminal(...args: string[]): Promise<string> {
  const command = [join(projectRoot, 'innkeeper'), ...args].join(' ');
  const env = { ...process.env, CI: 'true', INNKEEPER_HOME: home.path };
  const { stdout } = await promisify(execFile)('script', ['-qefc', command, '/dev/null'], { env, timeout: 500_000 });
  return stdout;
}

test('signs in once from a terminal, and is not printed into a pipe', async () => {
  const port = String(await freePort());
  const up = ['up', '--engine', 'simulated', '--port', port, '--detach'];
  const shown = await onTerminal(...up);
  const [, secret = ''] = new RegExp(`http://localhost:${port}/enter#([\\w-]+)`).exec(shown) ?? expect.fail(shown);
  const signIn = () =>
    fetch(`http://127.0.0.1:${port}/v1/sessions/link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: `http://127.0.0.1:${port}` },
      body: JSON.stringify({ secret }),
    });
  expect((await signIn()).status).toBe(201);
  expect((await signIn()).status).toBe(404);

  expect(await innkeeper('down')).toMatchObject({ code: 0 });
  const { stdout } = await innkeeper(...up);
  expect(stdout).toContain(`./innkeeper demo link --home ${home.path}\n`);
  expect(stdout).not.toContain('/enter#');
});
