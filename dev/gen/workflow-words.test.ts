import { expect, test } from 'vitest';
import { workflowWordsOf } from './workflow-words.ts';

const kinds = (label: string, ...locks: string[]): string =>
  `  'server.one': server({}, { locks: [${locks.map((lock) => `'${lock}'`).join(', ')}], label: '${label}' }),\n`;

test('words of new kinds follow the recorded ones, of which none is removed', () => {
  const first = workflowWordsOf('', kinds('stop', 'stop', 'attached'));
  expect(workflowWordsOf(first, kinds('stop', 'stop', 'attached'))).toBe(first);
  const second = workflowWordsOf(first, kinds('freeze', 'freeze'));
  expect(second).toContain("OPERATION_KINDS = [\n  'stop',\n  'freeze',\n  'other',\n] as const;");
  expect(second).toContain("LOCK_REASONS = [\n  'stop',\n  'attached',\n  'freeze',\n] as const;");
});
