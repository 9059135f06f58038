import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bundle } from '../dev/build.mjs';
import { projectRoot } from './installation/home.ts';

// Inside the checkout, so that it finds the packages.
const script = path.join(projectRoot, 'build', `talker-${process.pid}.mjs`);
afterAll(() => {
  for (const file of [script, `${script}.map`]) rmSync(file, { force: true });
});

test('a process whose log nobody reads any longer still ends', async () => {
  await bundle([path.join(projectRoot, 'apps/testing/talker.ts')], { outfile: script });
  const child = fork(script, [], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  await once(child.stdout ?? expect.fail('no output'), 'data');
  child.stdout?.destroy();
  child.disconnect();
  const ended = await Promise.race([once(child, 'exit'), new Promise((resolve) => setTimeout(resolve, 10_000))]);
  child.kill('SIGKILL');
  expect(ended).toEqual([0, null]);
});
