/** Generates the list of workflows that the files of `workflows/<resource>/` define. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export const WORKFLOW_LIST = 'workflows/all.gen.ts';

/** Folders without workflows. Workflows of every resource share them. */
const OTHER_FOLDERS = ['runner', 'steps'];

export async function workflowList(): Promise<string> {
  const entries = await readdir('workflows', { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && /^[a-z-]+\.ts$/.test(entry.name) && entry.parentPath !== 'workflows')
    .map((entry) => path.posix.relative('workflows', path.posix.join(entry.parentPath, entry.name)))
    .filter((file) => !OTHER_FOLDERS.includes(file.split('/')[0] ?? ''))
    .toSorted();
  return workflowListOf(
    await Promise.all(files.map(async (file) => ({ file, text: await readFile(`workflows/${file}`, 'utf8') }))),
  );
}

/**
 * Returns the list of workflows. `export const serverSetLink = ...(` in `servers/` is the workflow `server.set-link`. The compiler and a
 * test compare both names.
 */
export function workflowListOf(files: readonly { file: string; text: string }[]): string {
  const found = files.map(({ file, text }) => ({
    file,
    names: [...text.matchAll(/^export const (\w+) = \w+(?:<[^>]*>)?\(/gm)].map(([, name]) => name ?? ''),
  }));
  const made = found.filter(({ names }) => names.length > 0);
  return `/** Made by \`npm run gen\`: every workflow by its kind. */
${made.map(({ file, names }) => `import { ${names.join(', ')} } from './${file}';\n`).join('')}
export const WORKFLOWS = {
${made.flatMap(({ file, names }) => names.map((name) => `  '${kindOf(name, file)}': ${name},\n`)).join('')}};
`;
}

/**
 * Returns the kind of a workflow: `server.set-link` for `serverSetLink`. Its resource has as many words as its folder: `floating-ip.attach`
 * for `floatingIpAttach`.
 */
function kindOf(name: string, file: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(' ');
  const [folder = ''] = file.split('/');
  const ofResource = folder.split('-').length;
  return `${words.slice(0, ofResource).join('-')}.${words.slice(ofResource).join('-')}`;
}
