/** `./innkeeper test --quick`: a first result within 90 s on 2 quiet cores, and not a proof. CONTRIBUTING.md gives the rule. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OPERATION_NAMES, operationOf } from '@innkeeper/contract/operations';
import { projectRoot } from '../../installation/home.ts';
import { type Counts, summaryOf } from '../report.ts';
import { runChecks, runVitest } from '../vitest.ts';
import { changedFiles, trackedFiles } from './changed-files.ts';
import { describeSelection } from './describe-selection.ts';
import type { SourceFile } from './import-graph.ts';
import { groupPath } from './operation-calls.ts';
import { type Selection, selectTests } from './select.ts';

const CHECKS = ['format', 'language', 'types'];
const PROJECTS = ['--project', 'fast', '--project', 'system'];

/** Runs checks and tests and returns the exit code. */
export async function runQuick(since: string): Promise<number> {
  const changed = changedFiles(projectRoot, since);
  const operations = OPERATION_NAMES.map((name) => ({ name, group: groupPath(operationOf(name).group) }));
  const selection = selectTests(changed, readSources(), operations);
  console.log(`\n== quick\n${describeSelection(changed.length, since, selection).join('\n')}`);
  console.log('\n== checks and tests');
  // Run checks and tests concurrently: the type check takes one core for half of the time.
  const counts = (await Promise.all([runChecks(CHECKS), runTests(selection)])).flat();
  console.log(`\n${summaryOf(counts).join('\n')}`);
  return counts.every(({ failed }) => failed === 0) ? 0 : 1;
}

async function runTests({ wholeFastReason, files, operations }: Selection): Promise<Counts[]> {
  if (wholeFastReason !== null) return [await runVitest(['--project', 'fast'])];
  const counts: Counts[] = [];
  if (files.length > 0) counts.push(await runVitest([...PROJECTS, ...files]));
  if (operations.length > 0) {
    const names = `\\b(${operations.join('|')})\\b`;
    const counted = await runVitest(['--project', 'fast', 'lab/cross-cutting', '-t', names], {
      report: 'test-report-operations',
    });
    // The skipped tests are those of all other operations.
    counts.push({ ...counted, skipped: 0 });
  }
  return counts;
}

function readSources(): SourceFile[] {
  return trackedFiles(projectRoot).flatMap((file) => {
    if (!/\.(ts|mjs|cjs)$/.test(file)) return [];
    try {
      return [{ path: file, text: readFileSync(path.join(projectRoot, file), 'utf8') }];
    } catch (error) {
      // The file was deleted, but git still tracks it.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  });
}
