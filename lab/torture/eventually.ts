import { expect } from 'vitest';

/** `expect.poll` with a time limit that suffices on a busy machine. */
export const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 20_000, interval: 10 });
