/** Stores the figures of the last run in build/, for `npm run bench -- tests`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../installation/home.ts';
import type { RunName, StageName } from './stages.ts';
import type { StageResult } from './verdict.ts';

export interface StoredRun {
  run: RunName;
  seed: string;
  /** Results of the stages that ran, in their order. */
  stages: readonly StageResult[];
  /** Names of the stages that did not run after a red one. */
  notRun: readonly StageName[];
}

const FILE = path.join(projectRoot, 'build', 'test-run.json');

export function storeRun(run: StoredRun): void {
  mkdirSync(path.dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify(run));
}

/** Returns the figures of the last run. Throws if there was none. */
export function readStoredRun(): StoredRun {
  return JSON.parse(readFileSync(FILE, 'utf8')) as StoredRun;
}
