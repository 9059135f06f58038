import { expect, it } from 'vitest';
import { chooseDebianSources } from './apt.ts';

const MIRROR = 'http://mirror.example';

it('uses each archive of the release once, and ignores other archives of the same suite', () => {
  const targets = [
    'https://other.example/tools/|bookworm|main',
    `${MIRROR}/debian/|bookworm|main`,
    `${MIRROR}/debian/|bookworm|main`,
    `${MIRROR}/debian/|bookworm|contrib`,
    `${MIRROR}/debian/|bookworm-updates|main`,
    `${MIRROR}/debian-security/|bookworm-security|main`,
    `${MIRROR}/debian/|trixie|main`,
    '',
  ].join('\n');
  expect(chooseDebianSources(targets, 'bookworm')).toEqual([
    { uri: `${MIRROR}/debian/`, suite: 'bookworm' },
    { uri: `${MIRROR}/debian/`, suite: 'bookworm-updates' },
    { uri: `${MIRROR}/debian-security/`, suite: 'bookworm-security' },
  ]);
});

it('fails clearly when no Debian archive is configured', () => {
  expect(() => chooseDebianSources('https://other.example/tools/|bookworm|main', 'bookworm')).toThrow(/not configured/);
});
