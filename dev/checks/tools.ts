/** Checks that a tool makes; their rules stand in the tool's own file at the root. */
import { type Check, type Finding, judgedBy } from './check.ts';
import { roomTable } from './room-table.ts';

/** Projects of TypeScript: code for Node, and code for browsers. */
const PROJECTS = { node: 'tsconfig.json', console: 'console/tsconfig.json' };

export const types: Check = {
  name: 'types',
  run: async () => {
    // Keeps the results of the last run: a change of one file then takes 18 s of processor time instead of 38.
    const judge = ([name, project]: [string, string]) =>
      judgedBy('node_modules/typescript7/bin/tsc', [
        ...['--noEmit', '-p', project],
        ...['--incremental', '--tsBuildInfoFile', `build/types/${name}.tsbuildinfo`],
      ]);
    const findings = await Promise.all(Object.entries(PROJECTS).map(judge));
    return { problems: findings.flatMap(({ problems }) => problems) };
  },
};

export const formatAndLint: Check = {
  name: 'format',
  run: async () =>
    advise(
      await judgedBy('node_modules/@biomejs/biome/bin/biome', ['ci', '--colors=off', '--diagnostic-level=error', '.']),
      'Most of it is mended by: npx biome check --write .',
    ),
};

/** .oxlintrc.json: rules that need types, which TypeScript 7 works out. */
export const promises: Check = {
  name: 'promises',
  run: () => judgedBy('node_modules/oxlint/bin/oxlint', ['--type-aware', '--deny-warnings', '--format=unix', '.']),
};

/** .dependency-cruiser.cjs */
export const imports: Check = {
  name: 'imports',
  run: () =>
    judgedBy('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', [
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err-long',
      ...Object.keys(roomTable()),
    ]),
};

/** knip.json: files, exports and packages that nothing uses. */
export const unused: Check = {
  name: 'unused',
  run: () => judgedBy('node_modules/knip/bin/knip.js', ['--no-progress']),
};

function advise(finding: Finding, advice: string): Finding {
  return finding.problems.length === 0 ? finding : { ...finding, problems: [...finding.problems, advice] };
}
