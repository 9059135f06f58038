/**
 * Runs before each test file: what waits for something waits as long as a busy machine may take. Left to itself vitest gives up after a
 * second, and a test that gets what it waits for ends no later for it.
 */
import { vi } from 'vitest';

const TIME_LIMIT_MS = 20_000;

/** Files of one process share `vi`. */
const DONE = Symbol.for('innkeeper.lab.time-limits');
const known = vi as unknown as { [DONE]?: true };

if (!known[DONE]) {
  known[DONE] = true;
  const { waitFor, waitUntil } = vi;
  const limited = (options: number | { timeout?: number; interval?: number } = {}) =>
    typeof options === 'number' ? options : { timeout: TIME_LIMIT_MS, ...options };
  vi.waitFor = (callback, options) => waitFor(callback, limited(options));
  vi.waitUntil = (callback, options) => waitUntil(callback, limited(options));
}
