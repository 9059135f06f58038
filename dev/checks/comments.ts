/**
 * Checks that no room has more comments that are hard to read than recorded. `npm run gen` records lower numbers, so that the numbers only
 * fall.
 */

import { judgeFigures } from '../comments/figures.ts';
import { readRecorded } from '../comments/recorded.ts';
import { findPlaces } from '../comments/sources.ts';
import type { Check } from './check.ts';

export const comments: Check = {
  name: 'comments',
  run: async () => {
    const places = await findPlaces();
    return { problems: judgeFigures(await readRecorded(), places), note: `${places.length} places are hard to read` };
  },
};
