import { expect, it } from 'vitest';
import { rootUsage } from './root-usage.ts';

const GIB = 2 ** 30;
const reported = (answer: unknown) => rootUsage(async () => answer, 10 * GIB);
const root = { name: 'vda1', mountpoint: '/', type: 'ext4', 'total-bytes': 9 * GIB, 'used-bytes': GIB };

it('returns the usage of the root file system among all mounts', async () => {
  expect(await reported([{ ...root, mountpoint: '/boot', 'used-bytes': 5 }, root, { name: 'proc' }])).toBe(GIB);
});

it.each([
  ['nothing of the kind', { error: 'none' }],
  ['no root', [{ ...root, mountpoint: '/home' }]],
  ['an older agent without figures', [{ name: 'vda1', mountpoint: '/', type: 'ext4', disk: [] }]],
  ['more than the disk holds', [{ ...root, 'used-bytes': 11 * GIB }]],
  ['less than nothing', [{ ...root, 'used-bytes': -1 }]],
  ['words', [{ ...root, 'used-bytes': '7' }]],
  ['a figure beyond figures', [{ ...root, 'used-bytes': 1e300 }]],
])('is unknown if the guest reports %s', async (_words, answer) => {
  expect(await reported(answer)).toBeNull();
});
