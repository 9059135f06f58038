/** Writes docs/everything.md, the last result of `./innkeeper test --everything`. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '../installation/home.ts';
import { addCounts, countsOf } from './report.ts';
import type { LeftOutFile } from './stages.ts';
import type { StoredRun } from './stored-run.ts';
import { isRed } from './verdict.ts';

export interface Tested {
  /** Time in UTC to the minute. */
  date: string;
  /** Short hash, with a + if files were changed. */
  commit: string;
  machine: string;
}

/** Writes the document, also after a red stage. */
export function writeEverything(run: StoredRun, leftOut: readonly LeftOutFile[]): void {
  writeFileSync(path.join(projectRoot, 'docs/everything.md'), textOfEverything(run, leftOut, describeTested()));
}

/** Returns the text of the document. */
export function textOfEverything({ stages, notRun }: StoredRun, leftOut: readonly LeftOutFile[], tested: Tested): string {
  const red = stages.find(isRed);
  const rows = stages.map((stage, index) => {
    const cells = [stage.passed, stage.failed, stage.skipped, (stage.seconds / 60).toFixed(1), stage.cpuSeconds.toFixed(0)];
    return `| ${index + 1} | ${stage.name} | ${cells.join(' | ')} |`;
  });
  const failures = stages.flatMap((stage) => stage.failures);
  const unstable = stages.flatMap((stage) => stage.unstable);
  const lists: [title: string, lines: readonly string[]][] = [
    ['Failed', failures.map(code)],
    ['Passed at the second attempt', unstable.map(code)],
    ['Files that did not run', leftOut.map(({ file, missing }) => `\`${file}\`: this machine lacks ${missing.join(' and ')}`)],
  ];
  return `# Last run of everything

Written by \`./innkeeper test --everything\` (\`apps/testing/everything.ts\`). Don't edit. CONTRIBUTING.md says when to run it.

${tested.date} UTC, commit ${tested.commit}, on ${tested.machine}.

${red ? `**Red** in stage ${red.name}. ${notRun.length > 0 ? `Not run: ${notRun.join(', ')}.` : ''}`.trim() : 'All stages are green.'} ${countsOf(addCounts(stages))}.

| stage | | passed | failed | skipped | minutes | processor time, s |
|---|---|---|---|---|---|---|
${rows.join('\n')}

The processor time is that of the whole machine, so programs besides the run add to it.
${lists
  .filter(([, lines]) => lines.length > 0)
  .map(([title, lines]) => `\n## ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`)
  .join('')}`;
}

/** Returns a line as code, so that Markdown shows it unchanged. */
function code(line: string): string {
  return `\`${line.replaceAll('`', "'")}\``;
}

function describeTested(): Tested {
  const cpu = os.cpus()[0]?.model.trim() ?? 'an unknown processor';
  const gibibytes = Math.round(os.totalmem() / 2 ** 30);
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    commit: describeCommit(),
    machine: `${os.cpus().length} x ${cpu}, ${gibibytes} GiB, Linux ${os.release()}, Node ${process.version}`,
  };
}

function describeCommit(): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '+');
  } catch {
    return 'unknown';
  }
}
