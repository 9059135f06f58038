import { bank } from '@innkeeper/contract/operations/payments.staff';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nounCommand } from './command.ts';

let before: typeof process.exitCode;
beforeEach(() => {
  before = process.exitCode;
  process.exitCode = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = before;
});

test.each([
  [[], 0],
  [[{ statement: 'S', entry: 1, reason: 'Entry 1 of statement S has no booking date.' }], 1],
])('a command that did a part of its work prints its reply and ends with status 1', async (unreadable, status) => {
  const printed = vi.spyOn(console, 'log').mockReturnValue();
  const { bankBindings } = await import('../payment.ts');
  const reply = { lines: 0, known: 0, matched: 0, warnings: [], unmatched: [], returned: [], reversed: [], unreadable };
  const bindings = { ...bankBindings, importBank: { ...bankBindings.importBank, run: async () => reply } };
  await nounCommand('bank', '', bank, bindings).parseAsync(['import', 'a.xml', '--json'], { from: 'user' });
  expect(process.exitCode).toBe(status);
  expect(JSON.parse(String(printed.mock.calls[0]?.[0]))).toEqual(reply);
});
