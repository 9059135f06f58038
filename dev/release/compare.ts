import type { Surface } from './surface.ts';

/** Written by `npm run release:record` and by nothing else: what the last release promised. */
export const RELEASED = 'contract/released.gen.json';

/** What of the last release is no longer so, a sentence each. */
export function compareReleased(now: Surface, released: Surface): string[] {
  const gone = released.promised.filter((line) => !now.promised.includes(line));
  const grown = now.unfinished.filter((name) => !released.unfinished.includes(name));
  return [
    ...gone.map((line) => `Released and gone: "${line}". Clients rely on it; put it back.`),
    ...grown.map((name) => `${name} answers 501, and did not in the last release: the list of the unfinished may only shrink.`),
  ];
}
