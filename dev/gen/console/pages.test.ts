import { describe, expect, it } from 'vitest';
import { pagesOf, routesOf, titlesOf } from './pages.ts';

const folder = (name: string, path: string, more = '') => ({
  name,
  files: {
    'page.tsx': `export const path = '${path}';\n${more}`,
    'texts.ts': `export const texts = {\n  title: 'Title of ${name}',\n};\n`,
  },
});

describe('the list of pages', () => {
  it('has a route and a chunk for each folder, and visitors apart', () => {
    const text = routesOf(pagesOf([folder('b', '/b/:id'), folder('a', '/a', 'export const isForVisitors = true;\n')]));
    const [inside, visitors] = text.split('VISITOR_PAGES');
    expect(inside).toContain("{ path: '/b/:id', ...lazyPage(() => import('../pages/b/page.tsx')) },");
    expect(visitors).toContain("{ path: '/a', ...lazyPage(() => import('../pages/a/page.tsx')) },");
  });

  it('names a folder without a path', () => {
    expect(() => pagesOf([{ name: 'lost', files: {} }])).toThrow('console/web/pages/lost/page.tsx has no line');
    expect(() => pagesOf([{ name: 'lost', files: { 'page.tsx': "export const path = PREFIX + '/a';" } }])).toThrow('pages/lost/');
  });

  it('names a path that occurs twice, also with another parameter', () => {
    expect(() => pagesOf([folder('a', '/x'), folder('b', '/x')])).toThrow('The pages a and b both have the path /x.');
    expect(() => pagesOf([folder('a', '/x/:id'), folder('b', '/x/:name')])).toThrow(
      'The pages a and b both have the path /x/:name.',
    );
  });
});

it('takes titles from the texts of a language, and from English without one', () => {
  const a = folder('a', '/a');
  const folders = [
    { ...a, files: { ...a.files, 'texts.de.ts': "export const texts = {\n  title: 'Titel',\n};\n" } },
    folder('b', '/b'),
  ];
  expect(titlesOf(folders, '.de')).toContain("'/a': 'Titel',\n  '/b': 'Title of b',");
  expect(titlesOf(folders)).toContain("'/a': 'Title of a',");
});
