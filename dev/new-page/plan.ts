/** Plans the files of a new page of the console. */
import { RESERVED_SEGMENTS } from '@innkeeper/http/chains/console';
import { InvalidRequest, insertAtEnd, type ReadFile, readRequired } from '../new-operation/edit.ts';

export interface NewPage {
  /** Path without parameters, such as `/ssh-keys`. */
  path: string;
  title: string;
  /** Key of a group of the navigation, such as `account`. Without one the page has no place there. */
  place?: string | undefined;
  icon?: string | undefined;
}

const NAVIGATION = 'console/web/start/shell/navigation.ts';
const WALKED = 'lab/journeys/console-pages.ts';
const ROUTES = 'console/web/start/pages.gen.ts';
const ICONS = 'console/web/parts/icon-names.ts';

/** Returns the texts of the files to make or change, by path. Throws `InvalidRequest`. */
export function planPage({ path, title, place, icon = 'file-text' }: NewPage, read: ReadFile): Map<string, string> {
  const [, segment = ''] = path.split('/');
  if (RESERVED_SEGMENTS.includes(segment)) throw new InvalidRequest(`The API serves /${segment} itself. Choose another path.`);
  const folder = `console/web/pages/${path.slice(1).replaceAll('/', '-')}`;
  if (read(`${folder}/page.tsx`) !== undefined) throw new InvalidRequest(`${folder} is there already.`);
  const isTaken = read(ROUTES)?.includes(`{ path: '${path}', `) ?? false;
  if (isTaken) throw new InvalidRequest(`There is a page with the path ${path} already. ${ROUTES} names its folder.`);
  const walked = readRequired(read, WALKED, 'It lists the pages that a journey walks through.');
  const files = new Map([
    [`${folder}/page.tsx`, pageText(path, title)],
    [`${folder}/texts.ts`, `/** Texts of the page. */\nexport const texts = {\n  title: '${title}',\n} as const;\n`],
    [WALKED, insertAtEnd(walked, { start: /^export const PAGES\b/m, end: /^\];$/m }, `  ['${path}', '${title}'],\n`, WALKED)],
  ]);
  if (place !== undefined) {
    const navigation = readRequired(read, NAVIGATION, 'It lists the places of the navigation.');
    const groups = [...navigation.matchAll(/^ {4}label: texts\.groups\.(\w+),$/gm)].map(([, name = '']) => name);
    if (!groups.includes(place)) throw new InvalidRequest(`There is no group ${place}. The groups are: ${groups.join(', ')}.`);
    const icons = readRequired(read, ICONS, 'It lists the icons.');
    if (!icons.includes(`  '${icon}',\n`)) {
      throw new InvalidRequest(`There is no icon ${icon}. Use one of ${ICONS}, or add its name in lucide there first.`);
    }
    const group = { start: new RegExp(`^ {4}label: texts\\.groups\\.${place},$`, 'm'), end: /^ {4}\],$/m };
    files.set(NAVIGATION, insertAtEnd(navigation, group, `      { to: '${path}', icon: '${icon}' },\n`, NAVIGATION));
  }
  return files;
}

const pageText = (path: string, title: string): string => `import { useEffect } from 'react';
import { setTitle } from '../../parts/brand.ts';
import { texts } from './texts.ts';

export const path = '${path}';

/** Shows the page "${title}". */
export function Page() {
  useEffect(() => setTitle(texts.title), []);
  return <h1>{texts.title}</h1>;
}
`;
