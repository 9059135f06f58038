import { expect, test } from 'vitest';
import { changeOfRelays, chooseRule, type LinkRule } from './node-link.ts';

const rule = (start: string, sides: Pick<LinkRule, 'answeredBy' | 'askedBy'>) => ({
  matches: (method: string, path: string) => method === 'GET' && path.startsWith(start),
  ...sides,
});
const GUEST = rule('/servers/', { answeredBy: 'every node', askedBy: 'first host' });
const IMAGE = rule('/images/', { answeredBy: 'first host', askedBy: 'every node' });

test.each([
  ['/servers/7/console', 'b', 'local', GUEST],
  ['/servers/7/console', 'b', 'c', 403],
  ['/servers/7/console', 'local', 'b', 403],
  ['/images/3', 'local', 'b', IMAGE],
  ['/images/3', 'b', 'local', 404],
  ['/images/3', 'b', 'c', 404],
  ['/disks/3', 'local', 'b', 404],
])('GET %s at node %s by node %s', (url, own, peer, expected) => {
  expect(chooseRule([GUEST, IMAGE], { method: 'GET', url }, { own, peer, firstHost: 'local' })).toBe(expected);
});

test('a request without a method or path is none', () => {
  expect(chooseRule([GUEST], {}, { own: 'b', peer: 'local', firstHost: 'local' })).toBe(404);
});

test('each linked node but the own one has a relay', () => {
  const linked = [{ node: 'local' }, { node: 'b' }, { node: 'c' }];
  expect(changeOfRelays(['c', 'd'], linked, 'local')).toEqual({ start: ['b'], stop: ['d'] });
});
