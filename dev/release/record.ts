/**
 * `npm run release:record`, as part of a release: writes down what it promises, so that the check `released` holds what follows to it.
 * Refuses while something of the release before is gone; `--withdraw` says that this is meant, in a new major version.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { compareReleased, RELEASED } from './compare.ts';
import { currentSurface, type Surface } from './surface.ts';

const now = currentSurface();
const problems = compareReleased(now, JSON.parse(readFileSync(RELEASED, 'utf8')) as Surface);
if (problems.length > 0 && !process.argv.includes('--withdraw')) {
  console.error(`${problems.join('\n')}\nIf that is meant: npm run release:record -- --withdraw`);
  process.exit(1);
}
writeFileSync(RELEASED, `${JSON.stringify(now, null, 1)}\n`);
console.log(`${RELEASED}: ${now.promised.length} lines.`);
