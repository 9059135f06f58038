import { expect, test } from 'vitest';
import { imageCandidates, imageDirectories, isBelow, storedImagePath } from './paths.ts';

test.each([
  ['/srv/engine/images/tiny/tiny-12ab/tiny.qcow2', 'images/tiny/tiny-12ab/tiny.qcow2'],
  ['/srv/images/mine.qcow2', '/srv/images/mine.qcow2'],
  ['/srv/engine-2/images/mine.raw', '/srv/engine-2/images/mine.raw'],
])('%s is stored as %s', (file, stored) => expect(storedImagePath('/srv/engine', file)).toBe(stored));

test('a relative path is below the engine directory of each node', () => {
  expect(imageCandidates('/new/engine', 'images/tiny/disk')).toEqual([
    { path: '/new/engine/images/tiny/disk', stored: 'images/tiny/disk' },
  ]);
});

test('an absolute path of another home is looked for below the own engine directory too', () => {
  const old = '/old/engine/srv/engine/images/registered/mine-1a2b.raw';
  expect(imageCandidates('/new/engine', old)).toEqual([
    { path: old, stored: old },
    { path: '/new/engine/images/registered/mine-1a2b.raw', stored: 'images/registered/mine-1a2b.raw' },
  ]);
  expect(imageCandidates('/new/engine', '/old/engine/simulated-images/tiny.qcow2').at(-1)?.stored).toBe(
    'simulated-images/tiny.qcow2',
  );
});

test("an owner's own path is looked for only there", () => {
  expect(imageCandidates('/new/engine', '/srv/images/mine.raw')).toEqual([
    { path: '/srv/images/mine.raw', stored: '/srv/images/mine.raw' },
  ]);
});

test.each([
  ['/srv/engine/images/tiny/disk', true],
  ['/srv/engine/simulated-images/tiny.qcow2', true],
  ['/srv/engine/images', false],
  ['/srv/engine/images-2/disk', false],
  ['/srv/engine/machines/srv-1/disk', false],
  ['/srv/secret.key', false],
])('%s is a file of an image: %s', (file, is) => expect(isBelow(imageDirectories('/srv/engine'), file)).toBe(is));
