import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { OPERATIONS, type OperationName } from './rules/operations.gen.ts';

/** Reasons of operations that no page is to call. */
const REASONS: Partial<Record<OperationName, string>> = {
  calculateServerRenewal: 'the quote of the act answers more',
  calculateServerScale: 'the quote of the act answers more',
  calculateServerAddonScale: 'the quote of the act answers more',
  getAccountExport: 'the list shows how far each one is',
  getConsoleScreenshot: 'the page of the screen shows the live picture',
  listServers: 'summaries serve the list and the palette',
};

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

/** A call by its name, or the operation of a form. */
const CALL = /\b(?:client|plainClient|api)\s*\.(\w+)|<(?:Secret)?FormDialog\b(?:(?!\boperation=)[\s\S])*\boperation="(\w+)"/g;

const web = import.meta.dirname;
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: web,
  encoding: 'utf8',
})
  .split('\n')
  .filter((name) => name !== '' && !/\.(?:gen|test)\.ts$/.test(name));
const textOf = (names: readonly string[]) => names.map((name) => fs.readFileSync(path.join(web, name), 'utf8')).join('\n');

/** `npx vitest run console/web/operations.test.ts -u` records an operation that has no page yet. */
test('each operation for customers is called by a page, or recorded without one', async () => {
  const called = new Set([...textOf(files).matchAll(CALL)].map(([, name, ofForm]) => name ?? ofForm));
  for (const [, name] of textOf(INDIRECT).matchAll(/'(\w+)'/g)) called.add(name);
  const uncalled = (Object.keys(OPERATIONS) as OperationName[]).filter((name) => !called.has(name));
  const lines = uncalled.toSorted().map((name) => `${name}: ${REASONS[name] ?? 'no page yet'}\n`);
  await expect(lines.join('')).toMatchFileSnapshot('without-page.txt');
  expect(Object.keys(REASONS).filter((name) => called.has(name))).toEqual([]);
});
