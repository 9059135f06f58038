/** Checks that run a tool. Their rules are in the tool's own file at the root. */
import { type Check, type Finding, runNodeScript } from './check.ts';
import { roomTable } from './room-table.ts';

/** TypeScript projects: code for Node, and code for browsers. */
const PROJECTS = { node: 'tsconfig.json', console: 'console/tsconfig.json' };

export const types: Check = {
  name: 'types',
  run: async () => {
    // Keeps the results of the last run. A change of one file then takes 18 s of CPU time instead of 38.
    const judge = ([name, project]: [string, string]) =>
      runNodeScript('node_modules/typescript7/bin/tsc', [
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
      await runNodeScript('node_modules/@biomejs/biome/bin/biome', ['ci', '--colors=off', '--diagnostic-level=error', '.']),
      'Most of it is mended by: npx biome check --write .',
    ),
};

/** Rules of .oxlintrc.json that need types, which TypeScript 7 infers. */
export const promises: Check = {
  name: 'promises',
  run: () => runNodeScript('node_modules/oxlint/bin/oxlint', ['--type-aware', '--deny-warnings', '--format=unix', '.']),
};

/** Rules of .dependency-cruiser.cjs. */
export const imports: Check = {
  name: 'imports',
  run: () =>
    runNodeScript('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', [
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err-long',
      ...Object.keys(roomTable()),
    ]),
};

/** Rules of knip.json: unused files, exports and packages. */
export const unused: Check = {
  name: 'unused',
  run: () => runNodeScript('node_modules/knip/bin/knip.js', ['--no-progress']),
};

function advise(finding: Finding, advice: string): Finding {
  return finding.problems.length === 0 ? finding : { ...finding, problems: [...finding.problems, advice] };
}
