/**
 * Builds the console once per run of the tests. 20 files need it, and a build takes 4 to 6 s of processor time.
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { bundleConsole } from '@innkeeper/console/web/bundle';
import { isNodeError } from '@innkeeper/engine/atomic';
import { inject, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Directory of the run's console. The first file that needs it creates it. */
    consoleDirectory: string;
  }
}

/** Time limit in milliseconds for the build of another file. */
const BUILD_TIMEOUT_MS = 120_000;

/** Returns the directory of the built console. Files that run at the same time wait for the first one, which builds. */
export async function provideConsole(): Promise<string> {
  const directory = inject('consoleDirectory');
  const mark = `${directory}.built`;
  try {
    await mkdir(directory);
  } catch (error) {
    if (!isNodeError(error, 'EEXIST')) throw error;
    await vi.waitUntil(() => existsSync(mark), { timeout: BUILD_TIMEOUT_MS, interval: 100 });
    return directory;
  }
  await bundleConsole(directory);
  await writeFile(mark, '');
  return directory;
}
