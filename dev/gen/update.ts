/** Compares generated files with their expected content, and writes them. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Functions that generate the text of files, by path. */
export type Generated = Readonly<Record<string, () => string | Promise<string>>>;

export interface Stale {
  file: string;
  expected: string;
  /** Description of the difference for a person. */
  difference: string;
}

export async function findStale(files: Generated): Promise<Stale[]> {
  const stale: Stale[] = [];
  for (const [file, make] of Object.entries(files)) {
    const expected = await make();
    const found = await readFile(file, 'utf8').catch(() => '');
    if (found !== expected) stale.push({ file, expected, difference: firstDifference(found, expected) });
  }
  return stale;
}

export async function update(files: Generated): Promise<void> {
  for (const { file, expected } of await findStale(files)) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, expected);
    console.log(`wrote ${file}`);
  }
}

function firstDifference(found: string, expected: string): string {
  const old = found.split('\n');
  const index = expected.split('\n').findIndex((line, i) => line !== old[i]);
  if (index < 0) return 'It goes on after its end.';
  return `Line ${index + 1} is\n  ${old[index] ?? '(nothing)'}\nand should be\n  ${expected.split('\n')[index]}`;
}
