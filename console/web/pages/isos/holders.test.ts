import type { Iso } from '@innkeeper/sdk/index';
import { expect, test } from 'vitest';
import { refusalOfHolders } from './holders.ts';

const inDrivesOf = (...names: string[]) => ({ servers: names.map((hostname, index) => ({ id: index + 1, hostname })) }) as Iso;

test('allows deletion of an ISO that is in no drive', () => expect(refusalOfHolders(inDrivesOf())).toBeUndefined());

test('names three servers, and counts the others', () => {
  expect(refusalOfHolders(inDrivesOf('a'))).toBe('It is in a drive of a. Eject it there first.');
  expect(refusalOfHolders(inDrivesOf('a', 'b', 'c', 'd', 'e'))).toBe(
    'It is in a drive of a, b, c and 2 more. Eject it there first.',
  );
});
