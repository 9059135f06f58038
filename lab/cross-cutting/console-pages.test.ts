/** Tests that the journey through every page of the console visits each page without a parameter. */
import { readFileSync } from 'node:fs';
import { PAGES, VISITOR_PAGES } from '@innkeeper/lab/journeys/console-pages';
import { expect, it } from 'vitest';

/** Pages that links of mails and of the command line open, with a secret in the URL. Other journeys visit them. */
const OPENED_BY_LINKS = ['/enter', '/sign-up/confirm'];

it('visits each page without a parameter', () => {
  // The list imports pages, which need a browser.
  const routes = readFileSync('console/web/start/pages.gen.ts', 'utf8');
  const paths = [...routes.matchAll(/path: '([^']+)'/g)].map(([, path]) => path ?? '').filter((path) => !path.includes(':'));
  const visited = [...PAGES, ...VISITOR_PAGES].map(([url]) => url.split(/[?#]/)[0]);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !visited.includes(path))).toEqual(OPENED_BY_LINKS);
});
