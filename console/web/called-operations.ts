/** Finds the operations that the console calls, in its source files. For tests and generators, not for browsers. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** Files that call an operation by its name in a variable: `client[operation]`. */
const INDIRECT = [
  'data/server-acts.ts',
  'shared/delete-dialog.tsx',
  'shared/rotate-dialog.tsx',
  'pages/firewall/servers-card.tsx',
  'pages/protection/geo-card.tsx',
  'pages/protection/changes.ts',
  'pages/protection/list-card.tsx',
];

/** A call by its name, or the operation of a form. The type of a call is none. */
const CALL =
  /(?<!typeof )\b(?:client|plainClient|api)\s*\.(\w+)|<(?:Secret)?FormDialog\b(?:(?!\boperation=)[\s\S])*\boperation="(\w+)"/g;

const web = import.meta.dirname;

/** Returns the text of each source file below `console/web`, by path. Generated files and tests are left out. */
export function consoleSources(): Map<string, string> {
  const names = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: web,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((name) => name !== '' && !/\.(?:gen|test)\.ts$/.test(name) && fs.existsSync(path.join(web, name)));
  return new Map(names.map((name) => [name, fs.readFileSync(path.join(web, name), 'utf8')]));
}

/** Returns the names of called operations, and perhaps other words. */
export function calledOperations(sources: ReadonlyMap<string, string> = consoleSources()): Set<string> {
  const called = new Set<string>();
  for (const [name, text] of sources) {
    for (const operation of sentOperations(text)) called.add(operation);
    if (INDIRECT.includes(name)) for (const [, word = ''] of text.matchAll(/'(\w+)'/g)) called.add(word);
  }
  return called;
}

/** Returns the names of operations that a file sends by their name. */
export function sentOperations(text: string): Set<string> {
  return new Set([...text.matchAll(CALL)].map(([, operation, ofForm = '']) => operation ?? ofForm));
}
