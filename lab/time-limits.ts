/**
 * Runs before each test file and raises the default time limits of vitest's wait functions for busy machines. vitest's default is one
 * second. A successful wait does not take longer.
 */
import { vi } from 'vitest';

const TIME_LIMIT_MS = 20_000;

/** Files of one process share `vi`, so it is patched only once. */
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
