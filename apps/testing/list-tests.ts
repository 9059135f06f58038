import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '../installation/home.ts';
import type { TestFile } from './stages.ts';

interface Listed {
  file: string;
  projectName: string;
}

/** Lists all test files with their projects, as vitest.config.ts defines them. Throws if vitest cannot read its configuration. */
export function listTestFiles(): TestFile[] {
  const args = ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json'];
  const text = execFileSync(process.execPath, args, { cwd: projectRoot, encoding: 'utf8', maxBuffer: 64e6 });
  const listed = JSON.parse(text) as Listed[];
  return listed.map(({ file, projectName }) => ({ file: path.relative(projectRoot, file), project: projectName }));
}
