import { expect, test } from 'vitest';
import { countServers } from './status.ts';

test.each([
  [[], '0 servers, 0 running'],
  [[{ status: 'active', power: 'running', count: 1 }], '1 server, 1 running'],
  [
    [
      { status: 'active', power: 'running', count: 2 },
      { status: 'active', power: 'stopped', count: 1 },
      { status: 'suspended', power: 'stopped', count: 1 },
      { status: 'awaiting_payment', power: 'absent', count: 3 },
      { status: 'terminated', power: 'absent', count: 40 },
    ],
    '7 servers, 2 running (3 awaiting payment, 1 suspended)',
  ],
])('%j', (rows, words) => {
  expect(countServers(rows)).toBe(words);
});
