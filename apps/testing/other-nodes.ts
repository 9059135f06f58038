/** Runs tests on other versions of Node than the bundled one. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../installation/home.ts';
import type { Counts } from './report.ts';
import { run, runVitest, type VitestOptions } from './vitest.ts';

/**
 * Next line of Node, on which Innkeeper runs too. Each constant is the newest version of its line that npm has for both platforms, because
 * such packages are published by hand.
 */
const NEXT = '26.10.0';

/** Versions on which the SDK runs, except the bundled one: the oldest of line 20 that it allows, and one of every later line. */
const SDK_VERSIONS = ['20.19.6', '22.23.3', NEXT] as const;

/** Separates the programs in `INNKEEPER_SDK_NODES`. */
const SEPARATOR = path.delimiter;

/**
 * Returns the runs of vitest with their arguments and options: a start of Innkeeper on the next Node and the SDK on all versions. If `all`
 * is set, also the projects `fast` and slices on the next Node.
 */
export function runsOnOtherNodes(
  all: boolean,
  nodeOf: (version: string) => string,
): { args: string[]; options: VitestOptions }[] {
  const next = nodeOf(NEXT);
  const programs = {
    args: ['--project', 'process', 'apps/runtime.process.test.ts', 'sdk/package.process.test.ts'],
    options: {
      report: 'test-report-other-nodes',
      env: { INNKEEPER_RUNTIME: next, INNKEEPER_SDK_NODES: SDK_VERSIONS.map(nodeOf).join(SEPARATOR) },
    },
  };
  if (!all) return [programs];
  return [
    { args: ['--project', 'fast'], options: { report: 'test-report-next-fast', node: next } },
    { args: ['--project', 'system', 'lab/slices'], options: { report: 'test-report-next-slices', node: next } },
    programs,
  ];
}

/** Fetches missing versions of Node. Returns a sentence for each one that could not be fetched. */
export async function fetchOtherNodes(): Promise<string[]> {
  const failures: string[] = [];
  for (const version of SDK_VERSIONS) {
    const code = existsSync(nodeAt(version)) ? 0 : await fetchNode(version).catch(() => 1);
    if (code !== 0) failures.push(`Node ${version} could not be fetched.`);
  }
  return failures;
}

/** Runs the tests on other versions of Node, which have been fetched. */
export async function runOnOtherNodes(all: boolean, env: NodeJS.ProcessEnv): Promise<Counts[]> {
  const counts: Counts[] = [];
  for (const { args, options } of runsOnOtherNodes(all, nodeAt)) {
    console.log(`\n${options.report}: vitest run ${args.join(' ')}`);
    counts.push(await runVitest(args, { ...options, env: { ...env, ...options.env } }));
  }
  return counts;
}

const packageName = `node-linux-${process.arch}`;
const directoryOf = (version: string): string => path.join(projectRoot, 'build/nodes', version);
const nodeAt = (version: string): string => path.join(directoryOf(version), 'node_modules', packageName, 'bin/node');

/**
 * Fetches a version of Node outside the workspace. If it were a dependency of the workspace, npm would link it as `.bin/node`. Then
 * `npm run` would use it instead of the bundled Node.
 */
function fetchNode(version: string): Promise<number> {
  const quiet = ['--no-save', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  return run('npm', ['install', '--prefix', directoryOf(version), ...quiet, `${packageName}@${version}`]);
}
