/**
 * Creates the files of an operation as templates:
 *     npm run new:operation -- freezeServer Servers POST '/servers/{id}/freeze'
 * With `--workflow server.freeze` also creates a workflow, which the function starts. With `--staff 'server freeze'` creates an operation of
 * the staff and its command.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { OPERATION_NAMES } from '@innkeeper/contract/operations';
import { OPERATOR_OPERATION_NAMES } from '@innkeeper/contract/operator/all';
import { judgeLanguage, retiredWords } from './checks/language.ts';
import { LISTS } from './gen/list-files.ts';
import { update } from './gen/update.ts';
import { planOf } from './new-operation/arguments.ts';
import { InvalidRequest } from './new-operation/edit.ts';

try {
  const { name, files } = planOf(process.argv.slice(2), (file) =>
    fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined,
  );
  if ([...OPERATION_NAMES, ...OPERATOR_OPERATION_NAMES].some((one) => one === name))
    throw new InvalidRequest(`The contract has ${name} already.`);
  const planned = [...files].map(([file, text]) => ({ path: file, text }));
  const { problems } = judgeLanguage(planned, retiredWords(fs.readFileSync('docs/glossary.md', 'utf8')), []);
  if (problems.length > 0) throw new InvalidRequest(problems.join('\n'));
  for (const [file, text] of files) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  execFileSync(
    process.execPath,
    ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '--diagnostic-level=error', ...files.keys()],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  await update(LISTS);
  // Use a separate process, which loads the files that were just written.
  execFileSync(process.execPath, ['dev/gen/all.ts'], { stdio: ['ignore', 'ignore', 'inherit'] });
  console.log(`Made or changed:\n${[...files.keys()].map((file) => `  ${file}`).join('\n')}\n\n${checklist(name, files)}`);
} catch (error) {
  if (!(error instanceof InvalidRequest)) throw error;
  console.error(error.message);
  process.exit(2);
}

function checklist(name: string, files: ReadonlyMap<string, string>): string {
  const planned = [...files.keys()];
  const has = (room: string): boolean => planned.some((file) => file.startsWith(room));
  return [
    'To do, in this order (CONTRIBUTING.md, "Add an operation"):',
    '  [ ] contract: summary, who may use it, body or input, reply, failures',
    '  [ ] the test: say what a caller may rely on, and see it fail',
    '  [ ] operations: decide (model/), then act on the rows; one audit line; present the reply; the docstring names the failures',
    ...(has('workflows/')
      ? ['  [ ] workflows: steps with undos; the kind in domain/workflows/kinds.ts; the scenario in lab/torture']
      : []),
    ...(has('lab/examples/') ? ['  [ ] lab/examples/walkthrough.ts: move the call to where its resource is there'] : []),
    ...(has('cli/')
      ? ['  [ ] cli: the text for people; the golden case at its place; npx vitest run cli/golden.test.ts -u']
      : ['  [ ] npm run examples', '  [ ] npx vitest run console/web/operations.test.ts -u, while no page calls it']),
    '  [ ] npx vitest run lab/cross-cutting/rights.test.ts -u, and read the difference',
    '  [ ] npm run gen; npm run check; npx vitest run --project fast; npx vitest run --project system --changed',
    `  [ ] commit: "Add ${name}", with the why`,
  ].join('\n');
}
