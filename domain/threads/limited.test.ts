import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { type LimitedThreads, openLimitedThreads } from './limited.ts';

const SLOW = `
  export default (ms) => { for (const until = performance.now() + ms; performance.now() < until; ); };
  export const whoAnswers = () => '1';
`;
const CALLERS = 12;

async function withThreads<T>(
  limits: { max: number; maxPerKey: number; reserved: number },
  act: (threads: LimitedThreads) => Promise<T>,
) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'innkeeper-threads-'));
  const file = path.join(directory, 'slow.mjs');
  fs.writeFileSync(file, SLOW);
  const threads = openLimitedThreads({
    ...limits,
    file: pathToFileURL(file).href,
    idleFactor: 0,
    tooMany: 'Yours.',
    allTooMany: 'All.',
  });
  try {
    return await act(threads);
  } finally {
    await threads.close();
    fs.rmSync(directory, { recursive: true });
  }
}

test('unknown callers leave the reserved slots to trusted ones', () =>
  withThreads({ max: 4, maxPerKey: 4, reserved: 2 }, async (threads) => {
    const run = (key: string, isTrusted: boolean) => threads.run({ keys: [key], isTrusted }, 20);
    const unknownCallers = Array.from({ length: 5 }, (_, i) => run(`unknown-${i}`, false));
    const trusted = [run('home', true), run('office', true), run('late', true)];
    const failures = (await Promise.allSettled([...unknownCallers, ...trusted])).map(
      (one) => one.status === 'rejected' && one.reason.code,
    );
    expect(failures).toEqual([false, false, 'unavailable', 'unavailable', 'unavailable', false, false, 'unavailable']);
    // A finished task makes room.
    await expect(run('unknown-2', false)).resolves.toBeUndefined();
  }));

test('a wider network has its own limit, twice as high', () =>
  withThreads({ max: 100, maxPerKey: 1, reserved: 0 }, async (threads) => {
    const run = (i: number) => threads.run({ keys: [`narrow-${i}`, 'wide'], isTrusted: false }, 20);
    const settled = await Promise.allSettled([run(1), run(1), run(2), run(3)]);
    expect(settled.map((one) => one.status === 'rejected' && one.reason.code)).toEqual([
      false,
      'rate_limited',
      false,
      'rate_limited',
    ]);
  }));

test('repeated callers are served in turn', async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'innkeeper-threads-'));
  const file = path.join(directory, 'slow.mjs');
  fs.writeFileSync(file, SLOW);
  const threads = openLimitedThreads({
    ...{ file: pathToFileURL(file).href, max: CALLERS, maxPerKey: 1, reserved: 0, idleFactor: 0, tooMany: '', allTooMany: '' },
  });
  try {
    const served = Array.from({ length: CALLERS }, () => 0);
    let left = 20 * CALLERS;
    const ask = async (caller: number) => {
      for (; left > 0; left -= 1) {
        await threads.run({ keys: [caller], isTrusted: true }, 3);
        served[caller] = (served[caller] ?? 0) + 1;
      }
    };
    await Promise.all(served.map((_, caller) => ask(caller)));
    expect(Math.min(...served)).toBeGreaterThan(10);
  } finally {
    await threads.close();
    fs.rmSync(directory, { recursive: true });
  }
});
