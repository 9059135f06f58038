/**
 * Creates the files of an operation as templates:
 *     npm run new:operation -- freezeServer Servers POST '/servers/{id}/freeze'
 * With `--workflow server.freeze` also creates a workflow, which the function starts.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { OPERATION_NAMES } from '@innkeeper/contract/operations';
import { LISTS } from './gen/list-files.ts';
import { update } from './gen/update.ts';
import { InvalidRequest } from './new-operation/edit.ts';
import { type NewOperation, planFiles } from './new-operation/plan.ts';
import { paramsOf } from './new-operation/templates.ts';
import { parseKind } from './new-operation/workflow.ts';

const USAGE =
  "usage: npm run new:operation -- NAME GROUP METHOD PATH [--workflow KIND]   e.g. freezeServer Servers POST '/servers/{id}/freeze' --workflow server.freeze";
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { workflow: { type: 'string' } } });
  const operation = fromArguments(positionals);
  const newOperation = values.workflow ? { ...operation, workflow: parseKind(values.workflow, operation) } : operation;
  const files = planFiles(newOperation, (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined));
  for (const [file, text] of files) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  const code = [...files.keys()].filter((file) => file.endsWith('.ts'));
  execFileSync(
    process.execPath,
    ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '--diagnostic-level=error', ...code],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  await update(LISTS);
  // Use a separate process, which loads the files that were just written.
  execFileSync(process.execPath, ['dev/gen/all.ts'], { stdio: ['ignore', 'ignore', 'inherit'] });
  console.log(`Made or changed:\n${[...files.keys()].map((file) => `  ${file}`).join('\n')}\n\n${checklist(newOperation)}`);
} catch (error) {
  if (!(error instanceof InvalidRequest)) throw error;
  console.error(error.message);
  process.exit(2);
}

function fromArguments([name, group, method, route]: string[]): NewOperation {
  if (!name || !/^[a-z]+([A-Z][a-z]*)+$/.test(name))
    throw new InvalidRequest(`A name is a verb and a noun in camelCase.\n${USAGE}`);
  if (OPERATION_NAMES.some((one) => one === name)) throw new InvalidRequest(`The contract has ${name} already.`);
  const verb = METHODS.find((one) => one === method);
  if (!group || !verb || !route?.startsWith('/')) throw new InvalidRequest(`Say where ${name} belongs.\n${USAGE}`);
  // `SSH Keys` becomes `ssh_key`. The compiler reports an unknown kind.
  const kind = group.toLowerCase().replaceAll(' ', '_').replace(/s$/, '');
  return { name, group, method: verb, path: route, hasBody: false, kinds: paramsOf(route).map(() => kind) };
}

function checklist({ name }: NewOperation): string {
  return [
    'To do, in this order (CONTRIBUTING.md, "Add an operation"):',
    '  [ ] contract: title, summary, origin, ability, resources, locks, body, reply, failures; a line in operations.test.ts',
    '  [ ] lab/slices: say in tests what a customer may rely on, and see them fail',
    '  [ ] operations: decide (model/), then act on the row that the pipeline has loaded; one audit line; present the reply; its docstring names the failures',
    '  [ ] what takes time: a workflow with undos, its kind in domain/workflows/kinds.ts (--workflow makes both), its scenario in lab/torture',
    '  [ ] present: a presenter if the resource is new',
    '  [ ] lab/examples/walkthrough.ts: call it once; npm run examples',
    '  [ ] npm run gen; npm run check; npx vitest run --project fast; npx vitest run --project system --changed',
    `  [ ] commit: "Add ${name}", with the why`,
  ].join('\n');
}
