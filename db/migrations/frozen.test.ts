/** Checks that the statements of landed migrations never change, because homes and backups state their digests. Comments may be reworded. */
import { expect, test } from 'vitest';
import { MIGRATIONS } from './all.gen.ts';
import { digest, digestOf } from './digest-of.ts';
import { DIGESTS } from './digests.ts';

test.each(Object.entries(MIGRATIONS))('the statements of %s are unchanged', async (name, migration) => {
  expect(await digestOf(migration)).toBe(DIGESTS[name]);
});

test('lists the digests in the order of the migrations', () => {
  expect(Object.keys(DIGESTS)).toEqual(Object.keys(MIGRATIONS));
});

test('ignores comments and spacing, and compares statements', () => {
  const before = digest(["create table a (\n  -- Why.\n  b text\n);\ncomment on column a.b is 'Why.';"]);
  expect(digest(['create table a ( b text );'])).toBe(before);
  expect(digest(['create table a ( b integer );'])).not.toBe(before);
});
