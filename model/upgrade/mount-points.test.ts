import { expect, test } from 'vitest';
import { parseMountPoints } from './mount-points.ts';

test('a mount point has its real path', () => {
  const text = [
    '22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw',
    String.raw`36 22 0:31 / /srv/my\040home/db rw shared:2 - tmpfs tmpfs rw`,
    '',
  ].join('\n');
  expect(parseMountPoints(text)).toEqual(['/', '/srv/my home/db']);
});
