import { describe, expect, it } from 'vitest';
import { findDeadLinks, findUnproven } from './links.ts';

const PATHS = ['README.md', 'docs/guide/sell.md', 'docs/guide/README.md', 'jobs/poll.test.ts'];
const problems = (text: string) =>
  findDeadLinks(
    [
      { path: 'docs/guide/sell.md', text },
      { path: 'README.md', text: '# Innkeeper\n\n## Try it, `up`\n' },
    ],
    PATHS,
  );

describe('links of documents', () => {
  it('may lead to files, folders, headings and web sites', () => {
    const text =
      '[a](../../README.md) [b](README.md) [c](../guide) [d](../../README.md#try-it-up) [e](#sell)\n[f](https://example.com/x)\n# Sell\n';
    expect(problems(text)).toEqual([]);
  });

  it('are reported with their line if the target does not exist', () => {
    expect(problems('\n[a](money.md)')).toEqual(['docs/guide/sell.md:2 links money.md, which is not there.']);
    expect(problems('[a](../../README.md#sell)')).toEqual([
      'docs/guide/sell.md:1 links ../../README.md#sell, but README.md has no such heading.',
    ]);
  });

  it('include links in HTML', () => {
    const picture =
      '<picture>\n<source media="(a)" srcset="dark.png 1x, dark-2.png 2x">\n<img alt="a"\nsrc=\'light.png\'><a href="#none">b</a>\n</picture>';
    const gone = (line: number, file: string) => `docs/guide/sell.md:${line} links ${file}, which is not there.`;
    expect(problems(picture)).toEqual([
      gone(2, 'dark.png'),
      gone(2, 'dark-2.png'),
      gone(4, 'light.png'),
      'docs/guide/sell.md:4 links #none, but docs/guide/sell.md has no such heading.',
    ]);
    expect(problems('<a href="README.md"></a><img src="https://example.com/a.png">')).toEqual([]);
  });

  it('are not read in code', () => {
    expect(problems('`[a](none.md)`\n```sh\n[a](none.md)\n```\n    [a](none.md)')).toEqual([]);
  });
});

it('a row of docs/survival.md without a test is reported', () => {
  const table =
    '| event | what happens | proof |\n|---|---|---|\n| a | b | [t](../jobs/poll.test.ts) |\n| a | b | [t](../jobs/poll.ts) |\n';
  expect(findUnproven(table)).toEqual([
    'docs/survival.md:4 links no test in its last column. Link the test that proves it, or leave the row out.',
  ]);
});
