/** The windows in which a journey is walked: both, or the one that the seed of the run draws. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { draw, seed } from '../draw.ts';

export const WIDE = { width: 1440, height: 960 };
export const PHONE = { width: 390, height: 844 };

export interface View {
  name: 'wide' | 'phone';
  view: typeof WIDE;
  /** Name of the window for the name of a test, with the seed if it was drawn. */
  title: string;
}

const VIEWS: readonly Omit<View, 'title'>[] = [
  { name: 'wide', view: WIDE },
  { name: 'phone', view: PHONE },
];

const PROJECT_ROOT = path.resolve(import.meta.dirname, '../..');

/** Returns the windows for the journey of a file (its `import.meta.url`): both without a seed, one with a seed. */
export function views(url: string, environment = process.env): View[] {
  const seedOfRun = seed(environment);
  // Clones of the project draw the same window.
  const file = path.relative(PROJECT_ROOT, fileURLToPath(url));
  const suffix = seedOfRun === undefined ? '' : `, seed ${seedOfRun}`;
  return draw(seedOfRun, [file], VIEWS).map((one) => ({ ...one, title: one.name + suffix }));
}
