/** `npm run gen` writes the generated files; with `--check` it only compares, and fails where one is not up to date. */
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GENERATED } from './files.ts';
import { MIGRATION_LIST } from './migration-list.ts';

const check = process.argv.includes('--check');
for (const [file, make] of Object.entries(GENERATED)) {
  const wanted = await make();
  const found = await readFile(file, 'utf8').catch(() => '');
  if (found === wanted) continue;
  if (check) {
    console.error(`${file} is not up to date (run "npm run gen"). ${firstDifference(found, wanted)}`);
    process.exitCode = 1;
    continue;
  }
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, wanted);
  console.log(`wrote ${file}`);
  // This program was bundled with the list as it was, and would make the tables of that.
  if (file === MIGRATION_LIST)
    process.exit(spawnSync(process.execPath, ['dev/run.mjs', 'dev/gen/all.ts'], { stdio: 'inherit' }).status ?? 1);
}

function firstDifference(found: string, wanted: string): string {
  const old = found.split('\n');
  const index = wanted.split('\n').findIndex((line, i) => line !== old[i]);
  if (index < 0) return 'It goes on after its end.';
  return `Line ${index + 1} is\n  ${old[index] ?? '(nothing)'}\nand should be\n  ${wanted.split('\n')[index]}`;
}
