/**
 * `npm run release:record`, a part of each release.
 *
 * Records the promises of the release, which the check `released` enforces afterwards, and its dependencies. Fails if a promise of the
 * previous release is gone, if a dependency has a problem, or if the bundled Node is not the Node project's. Options:
 *     --withdraw                 the missing promises are intended, for a new major version.
 *     --node-release DIRECTORY   compares Node with the release in DIRECTORY instead of downloading it.
 *     --dependencies             only queries the registry and updates the record of dependencies.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import project from '../../package.json' with { type: 'json' };
import { RECORD } from '../dependencies/record-file.ts';
import { compareReleased, RELEASED } from './compare.ts';
import { judgePages } from './pages.ts';
import { refreshDependencies } from './refresh-dependencies.ts';
import { currentSurface, type Surface } from './surface.ts';

const { values: options } = parseArgs({
  options: { withdraw: { type: 'boolean' }, dependencies: { type: 'boolean' }, 'node-release': { type: 'string' } },
});

if (options.dependencies) {
  refuseIf(await refreshDependencies({ compareNode: false }));
  console.log(`${RECORD} is up to date.`);
} else {
  const now = currentSurface();
  const gone = compareReleased(now, JSON.parse(readFileSync(RELEASED, 'utf8')) as Surface);
  const page = (file: string): string => readFileSync(file, 'utf8');
  refuseIf(
    judgePages({ security: page('SECURITY.md'), changelog: page('CHANGELOG.md'), version: project.version }),
    'This is not released.',
  );
  if (!options.withdraw) refuseIf(gone, 'If that is meant: npm run release:record -- --withdraw');
  refuseIf(await refreshDependencies({ compareNode: true, nodeRelease: options['node-release'] }), 'This is not released.');
  writeFileSync(RELEASED, `${JSON.stringify(now, null, 1)}\n`);
  console.log(`${RELEASED}: ${now.promised.length} lines. ${RECORD} is up to date.`);
}

function refuseIf(problems: readonly string[], advice = ''): void {
  if (problems.length === 0) return;
  console.error([...problems, advice].join('\n').trim());
  process.exit(1);
}
