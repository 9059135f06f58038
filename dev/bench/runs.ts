/** Stores the figures of each part, so that the report can combine parts that were measured separately. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface Run {
  /** Time of the run in ISO format, to the minute. */
  date: string;
  /** Short commit hash, with a + if files were changed. */
  commit: string;
  /** Load average of the machine before and after the part. */
  load: [before: number, after: number];
  seconds: number;
  figures: unknown;
}

const DIRECTORY = 'build/bench/figures';

export async function recordRun(measure: () => Promise<unknown>): Promise<Run> {
  const [date, began] = [new Date().toISOString().slice(0, 16), performance.now()];
  const [before = 0] = os.loadavg();
  const figures = await measure();
  const load: [number, number] = [before, os.loadavg()[0] ?? 0];
  return { date, commit: commit(), load, seconds: (performance.now() - began) / 1000, figures };
}

export function storeRun(name: string, run: Run): void {
  fs.mkdirSync(DIRECTORY, { recursive: true });
  fs.writeFileSync(path.join(DIRECTORY, `${name}.json`), JSON.stringify(run));
}

export function readRun(name: string): Run | null {
  const file = path.join(DIRECTORY, `${name}.json`);
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Run) : null;
}

function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '+');
}
