import { expect, test } from 'vitest';
import { calledOperations } from './called-operations.ts';
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

/** `npx vitest run console/web/operations.test.ts -u` records an operation that has no page yet. */
test('each operation for customers is called by a page, or recorded without one', async () => {
  const called = calledOperations();
  const uncalled = (Object.keys(OPERATIONS) as OperationName[]).filter((name) => !called.has(name));
  const lines = uncalled.toSorted().map((name) => `${name}: ${REASONS[name] ?? 'no page yet'}\n`);
  await expect(lines.join('')).toMatchFileSnapshot('without-page.txt');
  expect(Object.keys(REASONS).filter((name) => called.has(name))).toEqual([]);
});
