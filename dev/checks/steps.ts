/**
 * Checks that names of workflow steps stay.
 *
 * Workflows store their position by kind and step name while they run, across releases, and longer if they are stuck. Every kind and name
 * that was ever committed must therefore still exist, in the same order. The current list is generated from the definitions. Earlier lists
 * come from git.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Check, root } from './check.ts';

const LIST = 'workflows/step-names.gen.txt';

const run = promisify(execFile);

export const steps: Check = {
  name: 'steps',
  run: async () => {
    const now = await fs.promises.readFile(path.join(root, LIST), 'utf8');
    const versions = await earlierVersions();
    const problems = [...new Set(versions.flatMap((before) => compareSteps(before, now)))];
    return { problems, note: `${now.split('\n').filter(Boolean).length} workflows, compared with ${versions.length} lists` };
  },
};

/** Returns the list of each commit that changed it. Empty without git (a source archive). */
async function earlierVersions(): Promise<string[]> {
  const inRepository = await run('git', ['rev-parse', '--git-dir'], { cwd: root }).catch(() => undefined);
  if (!inRepository) return [];
  const { stdout } = await run('git', ['log', '--format=%H', '--diff-filter=AM', '--', LIST], { cwd: root });
  const commits = stdout.split('\n').filter(Boolean);
  return Promise.all(commits.map(async (commit) => (await run('git', ['show', `${commit}:${LIST}`], { cwd: root })).stdout));
}

/** Returns a line for each name that running workflows would not find again. */
export function compareSteps(before: string, now: string): string[] {
  const today = parse(now);
  return [...parse(before)].flatMap(([kind, names]) => {
    const currentNames = today.get(kind);
    if (!currentNames) return [`The workflow ${kind} is gone: rows of it may still run. Keep its definition.`];
    const missing = names.filter((name) => !currentNames.includes(name));
    if (missing.length > 0)
      return missing.map(
        (name) => `${kind} has no step ${name} any more: workflows may stand at it. Keep it, if only to do nothing.`,
      );
    const kept = currentNames.filter((name) => names.includes(name));
    if (kept.join(' ') === names.join(' ')) return [];
    return [
      `${kind} had its steps in the order ${names.join(', ')}: a workflow under way would leave out some, or do some twice.`,
    ];
  });
}

function parse(list: string): Map<string, string[]> {
  const lines = list.split('\n').filter(Boolean);
  return new Map(lines.map((line) => line.split(' ')).map(([kind = '', ...names]) => [kind, names]));
}
