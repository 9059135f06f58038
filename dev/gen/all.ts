/** `npm run gen` writes the generated files. With `--check` it only compares them, and fails if one is out of date. */
import { GENERATED } from './files.ts';
import { findStale, update } from './update.ts';

if (process.argv.includes('--check')) {
  const stale = await findStale(GENERATED);
  for (const { file, difference } of stale) console.error(`${file} is not up to date (run "npm run gen"). ${difference}`);
  if (stale.length > 0) process.exitCode = 1;
} else {
  await update(GENERATED);
}
