import { expect, test } from 'vitest';
import { changeOfRelays, chooseRule, type LinkRule, type RunningMove, refusalOfMove } from './node-link.ts';

const rule = (start: string, sides: Omit<LinkRule, 'matches'>) => ({
  matches: (method: string, path: string) => method === 'GET' && path.startsWith(start),
  ...sides,
});
const GUEST = rule('/servers/', { answeredBy: 'every node', askedBy: 'first host', isForGuests: true });
const IMAGE = rule('/images/', { answeredBy: 'first host', askedBy: 'every node' });
const MOVE = rule('/moves/', { answeredBy: 'every node', askedBy: 'every node' });

test.each([
  ['/servers/7/console', 'b', 'local', GUEST],
  ['/servers/7/console', 'b', 'c', 403],
  ['/servers/7/console', 'local', 'b', 403],
  ['/images/3', 'local', 'b', IMAGE],
  ['/images/3', 'b', 'local', 404],
  ['/images/3', 'b', 'c', 404],
  ['/moves/7/disk', 'b', 'c', MOVE],
  ['/disks/3', 'local', 'b', 404],
])('GET %s at node %s by node %s', (url, own, peer, expected) => {
  const parties = { own, peer, firstHost: 'local', onlyGuests: false };
  expect(chooseRule([GUEST, IMAGE, MOVE], { method: 'GET', url }, parties)).toBe(expected);
});

test.each([
  ['/servers/7/console', 'b', 'local', GUEST],
  ['/servers/7/console', 'b', 'c', 403],
  ['/images/3', 'local', 'b', 404],
  ['/moves/7/disk', 'b', 'local', 404],
])('GET %s at node %s by node %s over a relay', (url, own, peer, expected) => {
  const parties = { own, peer, firstHost: 'local', onlyGuests: true };
  expect(chooseRule([GUEST, IMAGE, MOVE], { method: 'GET', url }, parties)).toBe(expected);
});

test('a request without a method or path is none', () => {
  expect(chooseRule([GUEST], {}, { own: 'b', peer: 'local', firstHost: 'local', onlyGuests: false })).toBe(404);
});

const move = (changes: Partial<RunningMove> = {}): RunningMove => ({
  ...{ from: 'local', to: 'b', isForward: true, home: 'local' },
  ...changes,
});

test.each([
  ['disk', undefined, 404],
  ['take', undefined, 404],
  ['disk', move(), null],
  ['memory', move(), null],
  ['disk', move({ from: 'c' }), 403],
  ['disk', move({ to: 'c' }), 403],
  ['memory', move({ isForward: false }), 409],
  ['take', move(), 409],
  ['take', move({ home: null }), 409],
  ['take', move({ home: 'b' }), null],
  ['take', move({ home: 'b', isForward: false }), null],
  ['take', move({ home: 'b', from: 'b', to: 'local' }), 403],
] as const)('%s of %o', (what, running, expected) => {
  expect(refusalOfMove(running, { own: 'b', peer: 'local', what })).toBe(expected);
});

test('each linked node but the own one has a relay, and a new one after its certificate changed', () => {
  const [b, c, d] = [
    { node: 'b', certificate: 'of b' },
    { node: 'c', certificate: 'of c' },
    { node: 'd', certificate: 'new' },
  ];
  const running = new Map([
    ['c', 'of c'],
    ['d', 'old'],
    ['e', 'of e'],
  ]);
  const linked = [{ node: 'local', certificate: 'own' }, b, c, d];
  expect(changeOfRelays(running, linked, 'local')).toEqual({ stop: ['d', 'e'], start: [b, d] });
});
