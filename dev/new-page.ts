/**
 * Creates the files of a page of the console as templates.
 *
 *     npm run new:page -- /ssh-keys 'SSH keys'
 *
 * With `--place account` it also adds the page to a group of the navigation, with the icon of `--icon`.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { InvalidRequest } from './new-operation/edit.ts';
import { readArguments } from './new-page/arguments.ts';
import { planPage } from './new-page/plan.ts';

try {
  const files = planPage(readArguments(process.argv.slice(2)), (file) =>
    fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined,
  );
  for (const [file, text] of files) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  execFileSync(process.execPath, ['dev/gen/lists.ts'], { stdio: ['ignore', 'ignore', 'inherit'] });
  console.log(`Made or changed:\n${[...files.keys()].map((file) => `  ${file}`).join('\n')}

To do, in this order (CONTRIBUTING.md, "Add a page of the console"):
  [ ] page.tsx: \`load\` starts all reads of the page at once; queries that only this page reads are in data.ts beside it
  [ ] texts.ts: all texts of the page
  [ ] npm run gen
  [ ] npx vitest run console/web/operations.test.ts -u, if the page calls an operation that no page called before
  [ ] npx vitest run --project journeys lab/journeys/reads.process.test.ts -u
  [ ] npx biome check --write console/web lab/journeys; npm run types; npm run check -- forms imports language
  [ ] npx vitest run --project fast console http/chains; npx vitest run --project journeys lab/journeys/pages.process.test.ts`);
} catch (error) {
  if (!(error instanceof InvalidRequest)) throw error;
  console.error(error.message);
  process.exit(2);
}
