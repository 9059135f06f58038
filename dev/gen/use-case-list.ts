/**
 * Generates the lists of use cases by operation: `operations/all.gen.ts` for customers, `operations/all.staff.gen.ts` for staff.
 *
 * A file of use cases imports `define.ts` of its audience. Its exports with the names of entries are use cases. With `quote` or `prepare`
 * before the name they are quotes and preparations.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export const USE_CASE_LIST = 'operations/all.gen.ts';
export const STAFF_USE_CASE_LIST = 'operations/all.staff.gen.ts';

interface List {
  /** Constant of the list. */
  name: string;
  /** Word before the name of the operation, or empty. */
  prefix: string;
  /** Type that the list satisfies, and the type that is imported for it. */
  satisfies: string;
  type: string;
}

interface Audience {
  /** Word of the audience in file names, with its dot. */
  suffix: '' | '.staff';
  comment: string;
  lists: readonly List[];
}

const CUSTOMERS: Audience = {
  suffix: '',
  comment: 'the use cases of customers, by operation, with their quotes and preparations',
  lists: [
    { name: 'USE_CASES', prefix: '', satisfies: 'AllUseCases', type: 'AllUseCases' },
    { name: 'QUOTES', prefix: 'quote', satisfies: 'Quotes', type: 'Quotes' },
    { name: 'PREPARATIONS', prefix: 'prepare', satisfies: 'Preparations<typeof USE_CASES>', type: 'Preparations' },
  ],
};
const STAFF: Audience = {
  suffix: '.staff',
  comment: 'the use cases of staff, by operation, with the preparations of their sign-in',
  lists: [
    { name: 'STAFF_USE_CASES', prefix: '', satisfies: 'StaffUseCases', type: 'StaffUseCases' },
    {
      name: 'STAFF_PREPARATIONS',
      prefix: 'prepare',
      satisfies: 'StaffPreparations<typeof STAFF_USE_CASES>',
      type: 'StaffPreparations',
    },
  ],
};

export const useCaseList = (): Promise<string> => readList(CUSTOMERS);
export const staffUseCaseList = (): Promise<string> => readList(STAFF);

async function readList(audience: Audience): Promise<string> {
  const contract = await readFolder('contract/operations');
  const entries = contract.filter((file) => isOf(audience, file)).flatMap(({ text }) => entriesIn(text));
  const files = (await readFolder('operations')).filter((file) => isOf(audience, file));
  return useCaseListOf(audience, new Set(entries), files);
}

interface SourceFile {
  /** Path in the folder. */
  file: string;
  text: string;
}

interface Export {
  /** Name of the operation. */
  operation: string;
  /** Name of the function. */
  name: string;
  list: List;
}

/** Returns the text of the lists. Throws if two files export a function of the same name. */
export function useCaseListOf(
  { suffix, comment, lists }: Audience,
  entries: ReadonlySet<string>,
  files: readonly SourceFile[],
): string {
  const imports = new RegExp(`from '(?:\\./|(?:\\.\\./)+)define\\${suffix || '.'}`);
  const found = files
    .filter(({ text }) => imports.test(text))
    .map(({ file, text }) => ({ file, exports: exportsIn(text).flatMap((name) => listedAs(name, entries, lists)) }))
    .filter(({ exports }) => exports.length > 0);
  const all = found.flatMap((one) => one.exports).toSorted(byName);
  const twice = all.find(({ name }, i) => name === all[i + 1]?.name);
  if (twice) throw new Error(`Two files export ${twice.name}.`);
  const types = lists.map(({ type }) => type).toSorted();
  return `/** Made by \`npm run gen\`: ${comment}. */
import type { ${types.join(', ')} } from './define${suffix}.ts';
${found.map((one) => `import { ${names(one.exports).join(', ')} } from './${one.file}';\n`).join('')}
${lists.map((list) => listText(list, all)).join('\n')}`;
}

function listText(list: List, all: readonly Export[]): string {
  const own = all.filter((one) => one.list === list);
  const lines = own.map(({ operation, name }) => (operation === name ? `  ${name},\n` : `  ${operation}: ${name},\n`));
  return `export const ${list.name} = {\n${lines.join('')}} satisfies ${list.satisfies};\n`;
}

function listedAs(name: string, entries: ReadonlySet<string>, lists: readonly List[]): Export[] {
  return lists.flatMap((list) => {
    if (!name.startsWith(list.prefix)) return [];
    const rest = name.slice(list.prefix.length);
    const operation = list.prefix === '' ? rest : `${rest.slice(0, 1).toLowerCase()}${rest.slice(1)}`;
    return entries.has(operation) && (list.prefix === '' || rest !== operation) ? [{ operation, name, list }] : [];
  });
}

const byName = (a: Export, b: Export): number => (a.name < b.name ? -1 : 1);
const names = (exports: readonly Export[]): string[] => exports.toSorted(byName).map(({ name }) => name);

const isOf = ({ suffix }: Audience, { file }: SourceFile): boolean => file.endsWith('.staff.ts') === (suffix !== '');

/** Returns the names of the entries, without those that only the host has. */
const entriesIn = (text: string): string[] =>
  text
    .split(/^(?= {2}\w+: \w+(?:\.\w+)?\()/m)
    .filter((part) => !/^ {4}hostOnly:/m.test(part))
    .flatMap((part) => /^ {2}(\w+): \w+(?:\.\w+)?\(/.exec(part)?.[1] ?? []);

const exportsIn = (text: string): string[] =>
  [...text.matchAll(/^export (?:async function|function|const) (\w+)/gm)].map(([, name = '']) => name);

async function readFolder(folder: string): Promise<SourceFile[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found
    .filter((one) => one.isFile() && /\.ts$/.test(one.name) && !/\.(test|gen)\.ts$/.test(one.name))
    .map((one) => path.posix.relative(folder, path.posix.join(one.parentPath, one.name)))
    .toSorted();
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(path.join(folder, file), 'utf8') })));
}
