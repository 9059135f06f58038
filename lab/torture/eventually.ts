import { expect } from 'vitest';

/** Returns `expect.poll` with a time limit that suffices on a busy machine. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 20_000, interval: 10 });
