/**
 * Generates the lists of the console's pages from their folders in `console/web/pages/`. They are the routes, the titles, and the first
 * parts of the paths. The API serves the console's document for these parts.
 *
 * `page.tsx` has the literal `export const path = '/ssh-keys';`. A page for visitors also has `export const isForVisitors = true;`. The
 * title is the literal `title` in `texts.ts`, or in `texts.de.ts` for another language.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = 'console/web/pages';
const TITLES = 'console/web/shared/titles';

/** Folder of a page, with the text of its files by name. */
export interface PageFolder {
  name: string;
  files: Readonly<Record<string, string>>;
}

interface Page {
  folder: string;
  path: string;
  isForVisitors: boolean;
}

/** Functions that generate the lists. A language of a text file adds its list of titles. */
export function pageFiles(): Record<string, () => string> {
  const folders = readFolders();
  return {
    'console/web/start/pages.gen.ts': () => routesOf(pagesOf(folders)),
    'http/chains/console-segments.gen.ts': () => segmentsOf(pagesOf(folders)),
    ...Object.fromEntries(
      ['', ...languagesOf(folders)].map((suffix) => [`${TITLES}${suffix}.gen.ts`, () => titlesOf(folders, suffix)]),
    ),
  };
}

/** Returns the pages, ordered by their paths. Throws for a folder without a path, and for a path that occurs twice. */
export function pagesOf(folders: readonly PageFolder[]): Page[] {
  const pages = folders.map(({ name, files }) => {
    const text = files['page.tsx'] ?? '';
    const found = /^export const path = '(\/[^']*)';$/m.exec(text)?.[1];
    if (found === undefined) throw new Error(`${FOLDER}/${name}/page.tsx has no line \`export const path = '/…';\`.`);
    return { folder: name, path: found, isForVisitors: /^export const isForVisitors = true;$/m.test(text) };
  });
  const folderOf = new Map<string, string>();
  for (const { folder, path: found } of pages) {
    const pattern = found.replaceAll(/:\w+/g, ':');
    const other = folderOf.get(pattern);
    if (other !== undefined) throw new Error(`The pages ${other} and ${folder} both have the path ${found}.`);
    folderOf.set(pattern, folder);
  }
  return pages.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns the file of the routes. */
export function routesOf(pages: readonly Page[]): string {
  const list = (name: string, shown: readonly Page[]) =>
    `export const ${name} = [\n${shown
      .map((page) => `  { path: '${page.path}', ...lazyPage(() => import('../pages/${page.folder}/page.tsx')) },\n`)
      .join('')}] as const;\n`;
  return `/** Made by \`npm run gen\`: a route and a chunk for each folder in \`pages/\`. */
import { lazyPage } from '../router/page.ts';

/** Pages inside the shell. */
${list(
  'PAGES',
  pages.filter((page) => !page.isForVisitors),
)}
/** Pages for visitors. */
${list(
  'VISITOR_PAGES',
  pages.filter((page) => page.isForVisitors),
)}`;
}

/** Returns the type of all paths, and the titles by path, in the language of the suffix (such as \`.de\`) if a page has it. */
export function titlesOf(folders: readonly PageFolder[], suffix = ''): string {
  const titles = pagesOf(folders).flatMap((page) => {
    const files = folders.find(({ name }) => name === page.folder)?.files ?? {};
    const title = titleIn(files[`texts${suffix}.ts`]) ?? titleIn(files['texts.ts']);
    return title === undefined ? [] : [`  '${page.path}': ${title},\n`];
  });
  const paths = pagesOf(folders).map((page) => `  | '${page.path}'`);
  return `/** Made by \`npm run gen\`: the paths of the pages, and their titles, so that the navigation loads no texts of pages. */
export type PagePath =
${paths.join('\n')};

export const titles = {
${titles.join('')}} as const satisfies Partial<Record<PagePath, string>>;
`;
}

const titleIn = (text = ''): string | undefined => /^ {2}title: ('(?:[^'\\\n]|\\.)*'),$/m.exec(text)?.[1];

/** Returns the file with the first parts of the paths. */
export function segmentsOf(pages: readonly Page[]): string {
  const segments = new Set(pages.map((page) => page.path.split('/')[1] ?? '').filter((segment) => segment !== ''));
  return `/** Made by \`npm run gen\`: the first parts of the console's paths. The API serves the console's document for each of them. */
export const CONSOLE_SEGMENTS: readonly string[] = [
${[...segments]
  .toSorted()
  .map((segment) => `  '${segment}',\n`)
  .join('')}];
`;
}

const languagesOf = (folders: readonly PageFolder[]): string[] => [
  ...new Set(
    folders.flatMap(({ files }) => Object.keys(files).flatMap((name) => /^texts(\.[a-z]{2})\.ts$/.exec(name)?.[1] ?? [])),
  ),
];

function readFolders(): PageFolder[] {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((one) => one.isDirectory());
  return folders.map(({ name }) => ({ name, files: readTexts(path.join(FOLDER, name)) }));
}

function readTexts(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => name === 'page.tsx' || /^texts(\.[a-z]{2})?\.ts$/.test(name));
  return Object.fromEntries(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}
