import { expect, test } from 'vitest';
import { isStoppedProcess, processStart } from './process-stat.ts';

const stat = (state: string, name = 'node') =>
  `4711 (${name}) ${state} 1 4711 4711 0 -1 4194560 9 0 0 0 1 2 3 4 20 0 11 0 123456 99 1 2\n`;

test.each(['R', 'S', 'D', 'T', 't', 'I'])('a process in state %s has a start time', (state) => {
  expect(processStart(stat(state))).toBe('123456');
});

test.each(['Z', 'X'])('a process in state %s has ended', (state) => {
  expect(processStart(stat(state))).toBeNull();
});

test('a name can contain parentheses, spaces and state letters', () => {
  expect(processStart(stat('S', 'a) Z (b'))).toBe('123456');
  expect(processStart(stat('Z', 'a) S (b'))).toBeNull();
});

test('a truncated text has no start time', () => {
  expect([processStart(''), processStart('4711 (node'), processStart('4711 (node) S 1')]).toEqual([null, null, null]);
});

test.each([
  ['T', true],
  ['t', true],
  ['S', false],
  ['R', false],
  ['Z', false],
])('a process in state %s is stopped: %s', (state, expected) => {
  expect(isStoppedProcess(stat(state, 'a) T (b'))).toBe(expected);
});
