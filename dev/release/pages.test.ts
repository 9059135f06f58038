import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { judgePages } from './pages.ts';

const ready = {
  security: 'Contact: security@example.com\n',
  changelog: '# Changes\n\n## 1.2.0 (2027-01-31)\n',
  version: '1.2.0',
};

it('refuses a release without a contact or without a section in the changelog', () => {
  expect(judgePages(ready)).toEqual([]);
  expect(judgePages({ ...ready, security: 'Contact: not named yet\n' })).toEqual([expect.stringContaining('SECURITY.md')]);
  expect(judgePages({ ...ready, security: 'Contact:\n' })).toEqual([expect.stringContaining('SECURITY.md')]);
  expect(judgePages({ ...ready, version: '1.2.1' })).toEqual([expect.stringContaining('no section for 1.2.1')]);
});

it('reads the pages of this repository', () => {
  const [security, changelog] = ['SECURITY.md', 'CHANGELOG.md'].map((file) => readFileSync(file, 'utf8')) as [string, string];
  expect(judgePages({ security: security.replace('not named yet', 'a@example.com'), changelog, version: 'Unreleased' })).toEqual(
    [],
  );
});
