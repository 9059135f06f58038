/** A supervised process that is killed repeatedly. The requested delay shows how long it is gone. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startChild } from './child.ts';

const directory = mkdtempSync(join(tmpdir(), 'innkeeper-child-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Runs the program and returns the delays before its first restarts. In the program, `n` counts its runs from 1. */
async function pausesOf(program: string, count: number): Promise<number[]> {
  const script = join(directory, `${Math.random()}.mjs`);
  const counter = `${script}.count`;
  writeFileSync(counter, '0');
  writeFileSync(
    script,
    `import fs from 'node:fs';
     const n = Number(fs.readFileSync(${JSON.stringify(counter)}, 'utf8')) + 1;
     fs.writeFileSync(${JSON.stringify(counter)}, String(n));
     const ready = () => process.send({ kind: 'ready' }, () => process.kill(process.pid, 'SIGKILL'));
     ${program}`,
  );
  const pauses: number[] = [];
  await new Promise<void>((resolve) => {
    const child = startChild({
      name: 'test',
      script,
      env: {},
      logFile: '',
      greetings: () => [{}],
      onMessage: () => {},
      onLine: () => {},
      onHang: () => expect.unreachable('it answered'),
      onCrash({ restartInMs }) {
        pauses.push(restartInMs);
        if (pauses.length === count) void child.stop().then(resolve);
      },
    });
  });
  return pauses;
}

test('a process that was ready restarts at once, however often it is killed', async () => {
  expect(await pausesOf('ready();', 8)).toEqual(Array(8).fill(100));
});

test('delays grow while it exits before it is ready, and are reset once it was', async () => {
  expect(await pausesOf('if (n === 1 || n >= 4) ready(); else process.exit(1);', 5)).toEqual([100, 250, 500, 100, 100]);
});
