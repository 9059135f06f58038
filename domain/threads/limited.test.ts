import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { openLimitedThreads } from './limited.ts';

const SLOW = `
  export default (ms) => { for (const until = performance.now() + ms; performance.now() < until; ); };
  export const whoAnswers = () => '1';
`;
const CALLERS = 12;

test('callers who ask again and again are served in turn', async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'innkeeper-threads-'));
  const file = path.join(directory, 'slow.mjs');
  fs.writeFileSync(file, SLOW);
  const threads = openLimitedThreads({
    ...{ file: pathToFileURL(file).href, most: CALLERS, mostPerKey: 1, rest: 0, tooMany: '', allTooMany: '' },
  });
  try {
    const served = Array.from({ length: CALLERS }, () => 0);
    let left = 20 * CALLERS;
    const ask = async (caller: number) => {
      for (; left > 0; left -= 1) {
        await threads.run(caller, 3);
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
