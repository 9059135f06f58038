/**
 * The recorded list of all operations. `npm run gen` only adds lines, so a removed operation stays in the list and fails a test until
 * somebody deletes its line.
 */
import type { Operation } from '../define.ts';

export const SURFACE_FILE = 'contract/surface.gen.txt';

/** Returns method, path, origin, and the requests per minute of a sensitive operation: `POST /tokens ours 10`. */
export function surfaceLine({ method, path, origin, perMinute }: Operation): string {
  return `${method} ${path} ${origin}${perMinute === undefined ? '' : ` ${perMinute}`}`;
}

/** Returns the lines of a recorded list. */
export const recordedLines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** Returns the recorded list with these operations. A line of the same method and path is replaced. */
export function recordSurface(recorded: string, operations: readonly Operation[]): string {
  const lines = new Map([...recordedLines(recorded), ...operations.map(surfaceLine)].map((line) => [routeOf(line), line]));
  return `${[...lines.values()].toSorted().join('\n')}\n`;
}

const routeOf = (line: string): string => line.split(' ').slice(0, 2).join(' ');
