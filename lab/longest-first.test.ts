import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LONGEST_FILES, longestFirst, type RunOrder } from './longest-first.ts';

const [long = '', short = ''] = LONGEST_FILES;

test('groups keep their order, files that share modules stay together, and long ones come first', () => {
  const at = (file: string, group: number, sharing = ''): RunOrder => ({ file, group, sharing });
  const all = [at('a', 1), at(short, 0, 'y'), at('b', 0, 'x'), at(long, 0, 'y'), at(short, 1), at('c', 1), at(long, 1)];
  const sorted = longestFirst(all, (place) => place).map(({ file, group, sharing }) => `${group}${sharing} ${file}`);
  expect(sorted).toEqual([`0y ${long}`, `0y ${short}`, '0x b', `1 ${long}`, `1 ${short}`, '1 a', '1 c']);
});

test('in a group, files with a process of their own start before files that share one, whatever comes first', () => {
  const shared = { group: 1, sharing: 'journeys' };
  const all = [
    { file: 'a', ...shared },
    { file: long, ...shared },
    { file: 'b', group: 1, sharing: '' },
    { file: short, group: 1, sharing: '' },
    { file: 'c', ...shared },
    { file: 'd', group: 0, sharing: 'fast' },
  ];
  const sorted = longestFirst(all, (place) => place).map(({ file, sharing }) => `${sharing} ${file}`);
  expect(sorted).toEqual(['fast d', ` ${short}`, ' b', `journeys ${long}`, 'journeys a', 'journeys c']);
});

test('every file in the list exists, and is listed once', () => {
  expect(LONGEST_FILES.filter((file, at) => !existsSync(file) || LONGEST_FILES.indexOf(file) !== at)).toEqual([]);
});
