/** Checks that links in documents lead to existing files and headings, and that each row of `docs/survival.md` links its test. */
import path from 'node:path';
import { type Check, type RepositoryFile, repositoryFiles, repositoryPaths } from './check.ts';

export const links: Check = {
  name: 'links',
  run: async () => {
    const documents = await repositoryFiles((file) => file.endsWith('.md'));
    const survival = documents.find((file) => file.path === 'docs/survival.md');
    return { problems: [...findDeadLinks(documents, await repositoryPaths()), ...findUnproven(survival?.text ?? '')] };
  },
};

/** Returns a line for each relative link whose file or heading is missing. Links to websites are not followed. */
export function findDeadLinks(documents: readonly RepositoryFile[], paths: readonly string[]): string[] {
  const files = new Set(paths);
  const folders = new Set(paths.flatMap(foldersAbove));
  const headings = new Map(documents.map((document) => [document.path, headingsOf(document.text)]));
  return documents.flatMap(({ path: from, text }) =>
    linksIn(text).flatMap(({ target, line }) => {
      if (/^[a-z]+:/.test(target)) return [];
      const [file = '', heading] = target.split('#', 2);
      const to = file === '' ? from : path.posix.join(path.posix.dirname(from), file).replace(/\/$/, '');
      if (!files.has(to) && !folders.has(to)) return [`${from}:${line} links ${target}, which is not there.`];
      if (heading === undefined || headings.get(to)?.has(heading)) return [];
      return [`${from}:${line} links ${target}, but ${to} has no such heading.`];
    }),
  );
}

/** Returns a line for each row of the table whose last cell links no test. */
export function findUnproven(text: string): string[] {
  return text.split('\n').flatMap((row, i) => {
    if (!row.startsWith('| ') || /^\| (event|-)/.test(row)) return [];
    const proof = row.split(' | ').at(-1) ?? '';
    if (/\]\([^)]+\.test\.ts\)/.test(proof)) return [];
    return [`docs/survival.md:${i + 1} links no test in its last column. Link the test that proves it, or leave the row out.`];
  });
}

function linksIn(text: string): { target: string; line: number }[] {
  let isCode = false;
  return text.split('\n').flatMap((row, i) => {
    if (row.startsWith('```')) isCode = !isCode;
    if (isCode || row.startsWith('    ')) return [];
    const shown = row.replace(/`[^`]*`/g, (code) => '`'.repeat(code.length));
    const markdown = [...shown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    return [...markdown, ...linksOfHtml(shown)].map((target) => ({ target, line: i + 1 }));
  });
}

/** Returns the targets of images and anchors. A tag may span lines. A `srcset` has several targets, each with a screen size. */
function linksOfHtml(row: string): string[] {
  return [...row.matchAll(/(?<![\w-])(src|srcset|href)=["']([^"']+)["']/g)].flatMap(([, name, value = '']) =>
    name === 'srcset' ? value.split(',').map((one) => one.trim().split(' ')[0] ?? '') : [value],
  );
}

/** Returns the anchors of headings, as GitHub makes them. */
function headingsOf(text: string): ReadonlySet<string> {
  const words = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => title);
  return new Set(
    words.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_\- ]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function foldersAbove(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}
