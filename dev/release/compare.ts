import type { Surface } from './surface.ts';

/** Written by `npm run release:record` and by nothing else: what the last release promised. */
export const RELEASED = 'contract/released.gen.json';

/** Returns a sentence for each promise of the last release that the contract no longer keeps. */
export function compareReleased(now: Surface, released: Surface): string[] {
  const gone = released.promised.filter((line) => !now.promised.includes(line));
  return gone.map((line) => `Released and gone: "${line}". Clients rely on it; put it back.`);
}
