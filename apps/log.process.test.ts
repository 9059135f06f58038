import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { projectRoot } from './installation/home.ts';

test('a process can still exit when nobody reads its log', async () => {
  // Use a separate process group, so that all of it can be killed if it hangs.
  const child = spawn(process.execPath, ['apps/testing/fake-logger.ts'], {
    cwd: projectRoot,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.stdout.destroy();
  child.kill('SIGTERM');
  const ended = await Promise.race([once(child, 'exit'), new Promise((resolve) => setTimeout(resolve, 10_000))]);
  if (!ended && child.pid) process.kill(-child.pid, 'SIGKILL');
  expect(ended).toEqual([0, null]);
});
