/** The tests on other versions of Node than the one that comes along. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../installation/home.ts';
import { type Counts, NOTHING } from './report.ts';
import { run, runVitest, type VitestOptions } from './vitest.ts';

/**
 * The next line, on which Innkeeper runs as well. Of each line the newest version that npm has for both platforms: such packages are
 * published by hand.
 */
const NEXT = '26.10.0';

/** Versions on which the SDK runs besides the one that comes along: the oldest of 20 that it allows, and every line since. */
const SDK_VERSIONS = ['20.19.6', '22.23.3', NEXT] as const;

/** Separates the programs in `INNKEEPER_SDK_NODES`. */
const SEPARATOR = path.delimiter;

/** The runs of vitest, with the program that runs vitest itself and what it is told. */
export function runsOnOtherNodes(nodeOf: (version: string) => string): { args: string[]; options: VitestOptions }[] {
  const next = nodeOf(NEXT);
  return [
    { args: ['--project', 'fast'], options: { report: 'test-report-next-fast', node: next } },
    { args: ['--project', 'system', 'lab/slices'], options: { report: 'test-report-next-slices', node: next } },
    {
      args: ['--project', 'process', 'apps/runtime.process.test.ts', 'sdk/package.process.test.ts'],
      options: {
        report: 'test-report-other-nodes',
        env: { INNKEEPER_RUNTIME: next, INNKEEPER_SDK_NODES: SDK_VERSIONS.map(nodeOf).join(SEPARATOR) },
      },
    },
  ];
}

/** Fetches the versions of Node that are missing, and runs what has to hold on them. */
export async function runOnOtherNodes(): Promise<Counts[]> {
  for (const version of SDK_VERSIONS) {
    const code = existsSync(nodeAt(version)) ? 0 : await fetchNode(version);
    if (code !== 0) return [{ ...NOTHING, failed: 1 }];
  }
  const counts: Counts[] = [];
  for (const { args, options } of runsOnOtherNodes(nodeAt)) {
    console.log(`\n== ${options.report}: vitest run ${args.join(' ')}`);
    counts.push(await runVitest(args, options));
  }
  return counts;
}

const packageName = `node-linux-${process.arch}`;
const directoryOf = (version: string): string => path.join(projectRoot, 'build/nodes', version);
const nodeAt = (version: string): string => path.join(directoryOf(version), 'node_modules', packageName, 'bin/node');

/**
 * Beside the workspace: as a dependency of it under another name, npm takes the link `.bin/node` for it, and `npm run` would run another
 * Node than the one that comes along.
 */
function fetchNode(version: string): Promise<number> {
  const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  return run('npm', ['install', '--prefix', directoryOf(version), ...quiet, `${packageName}@${version}`]);
}
