import type { Surface } from './surface.ts';

/** Path of the last release's promises. Only `npm run release:record` writes the file. */
export const RELEASED = 'contract/released.gen.json';

/** Returns a sentence for each promise of the last release that the contract breaks. */
export function compareReleased(now: Surface, released: Surface): string[] {
  const gone = released.promised.filter((line) => !now.promised.includes(line));
  return gone.map((line) => `Released and gone: "${line}". Clients rely on it; put it back.`);
}
