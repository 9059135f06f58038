/** Compares the contract with that of the last release, in contract/released.gen.json, which no build writes. */
import { compareReleased, RELEASED } from '../release/compare.ts';
import { currentSurface, type Surface } from '../release/surface.ts';
import { type Check, repositoryFiles } from './check.ts';

export const released: Check = {
  name: 'released',
  run: async () => {
    const [file] = await repositoryFiles((path) => path === RELEASED);
    if (!file) return { problems: [`${RELEASED} is not there: nothing tells what was released.`] };
    const last = JSON.parse(file.text) as Surface;
    return { problems: compareReleased(currentSurface(), last), note: `${last.promised.length} promises kept` };
  },
};
