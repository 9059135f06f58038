/** Compares generated files with their expected content, and writes them. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Functions that generate the text of files, by path. */
export type Generated = Readonly<Record<string, () => string | Promise<string>>>;

export interface Stale {
  file: string;
  wanted: string;
  /** Description of the difference for a person. */
  difference: string;
}

export async function findStale(files: Generated): Promise<Stale[]> {
  const stale: Stale[] = [];
  for (const [file, make] of Object.entries(files)) {
    const wanted = await make();
    const found = await readFile(file, 'utf8').catch(() => '');
    if (found !== wanted) stale.push({ file, wanted, difference: firstDifference(found, wanted) });
  }
  return stale;
}

export async function update(files: Generated): Promise<void> {
  for (const { file, wanted } of await findStale(files)) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, wanted);
    console.log(`wrote ${file}`);
  }
}

function firstDifference(found: string, wanted: string): string {
  const old = found.split('\n');
  const index = wanted.split('\n').findIndex((line, i) => line !== old[i]);
  if (index < 0) return 'It goes on after its end.';
  return `Line ${index + 1} is\n  ${old[index] ?? '(nothing)'}\nand should be\n  ${wanted.split('\n')[index]}`;
}
