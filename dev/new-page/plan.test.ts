/** Tests how many files a person makes or changes for a page of the console, and that the generator finds the page. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pagesOf, routesOf, segmentsOf, titlesOf } from '../gen/console/pages.ts';
import { planPage } from './plan.ts';

const read = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
const PAGE = { path: '/notes/new', title: 'New note' };

it('a page needs three files by hand, and the generator lists it', () => {
  const files = planPage(PAGE, read);
  expect([...files.keys()]).toEqual([
    'console/web/pages/notes-new/page.tsx',
    'console/web/pages/notes-new/texts.ts',
    'lab/journeys/console-pages.ts',
  ]);
  const texts = [...files].map(([file, text]) => [file.split('/').at(-1) ?? '', text] as const);
  const folders = [{ name: 'notes-new', files: Object.fromEntries(texts) }];
  expect(routesOf(pagesOf(folders))).toContain(
    "{ path: '/notes/new', ...lazyPage(() => import('../pages/notes-new/page.tsx')) }",
  );
  expect(titlesOf(folders)).toContain("'/notes/new': 'New note'");
  expect(segmentsOf(pagesOf(folders))).toContain("'notes'");
  expect(files.get('lab/journeys/console-pages.ts')).toContain("  ['/notes/new', 'New note'],\n];");
});

it('a page with a place in the navigation needs four files', () => {
  const files = planPage({ ...PAGE, place: 'account', icon: 'users' }, read);
  expect(files.size).toBe(4);
  const navigation = files.get('console/web/start/shell/navigation.ts') ?? '';
  expect(navigation.split('texts.groups.account')[1]?.split('texts.groups.you')[0]).toContain(
    "{ to: '/notes/new', icon: 'users' },",
  );
});

it('refuses a path of the API, a page that exists, an unknown group, and an unknown icon', () => {
  expect(() => planPage({ ...PAGE, path: '/v1/notes' }, read)).toThrow('The API serves /v1 itself.');
  expect(() => planPage({ ...PAGE, path: '/ssh-keys' }, read)).toThrow('is there already');
  expect(() => planPage({ ...PAGE, path: '/account/affiliate' }, read)).toThrow(
    'a page with the path /account/affiliate already',
  );
  expect(() => planPage({ ...PAGE, place: 'nowhere' }, read)).toThrow(
    'There is no group nowhere. The groups are: network, storage, billing, account, you.',
  );
  expect(() => planPage({ ...PAGE, place: 'account', icon: 'nothing' }, read)).toThrow('There is no icon nothing.');
});
