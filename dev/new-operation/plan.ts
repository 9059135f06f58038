/** Plans the files that a new operation of customers creates or changes. Pure, so that it can be tested without a repository. */

import { InvalidRequest, insertBeforeLast, type ReadFile, readRequired, withImports } from './edit.ts';
import { fileOf, kebab, paramsOf } from './names.ts';
import { changesOneServer, entryText, functionFile, functionImports, functionText, sliceText } from './templates.ts';
import { type NewWorkflow, planScenario, planWorkflow } from './workflow.ts';

export interface NewOperation {
  name: string;
  group: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Kinds of resources in the path, outermost first: `ssh_key`. */
  kinds: string[];
  /** Workflow of the operation, if any. */
  workflow?: NewWorkflow;
}

const WALKTHROUGH = 'lab/examples/walkthrough.ts';

/** Returns the new text of each file by path. Throws `InvalidRequest` instead of overwriting an existing file. */
export function planFiles(operation: NewOperation, read: ReadFile): Map<string, string> {
  const files = new Map<string, string>();
  const group = fileOf(operation.group);
  const slice = `lab/slices/${group}/${kebab(operation.name)}.test.ts`;
  if (read(slice) !== undefined) throw new InvalidRequest(`${slice} is there already.`);
  files.set(slice, sliceText(operation));
  const file = homeOf('contract/operations', group, read);
  const text = readRequired(read, file, 'Make it, name it in contract/operations.ts, then come back.');
  files.set(file, withImports(insertBeforeLast(text, /^\};?$/m, entryText(operation), file), entryImports(operation, file)));
  const home = functionFile(operation, file.split('/').length > 3);
  files.set(home, `${withImports(read(home) ?? '', functionImports(operation, home))}\n${functionText(operation)}`);
  if (operation.method !== 'GET') files.set(WALKTHROUGH, walkthroughWith(operation, read));
  const { workflow } = operation;
  if (workflow) {
    for (const [path, planned] of planWorkflow(workflow, read)) files.set(path, planned);
    files.set(...planScenario({ ...operation, workflow }, home, read));
  }
  return files;
}

/** Returns the file of a group: a single file, or the file of the same name in its folder. */
function homeOf(room: string, group: string, read: ReadFile): string {
  const folder = `${room}/${group}/${group}.ts`;
  return read(folder) === undefined ? `${room}/${group}.ts` : folder;
}

function entryImports(operation: NewOperation, file: string): string[] {
  const { path } = operation;
  const up = '../'.repeat(file.split('/').length - 2);
  const paths = file.split('/').length > 3 ? '../paths.ts' : './paths.ts';
  if (changesOneServer(operation)) return [`import { serverChange } from '${paths}';`];
  if (path.match(/\{/g)?.length === 1 && path.includes('{id}')) return [`import { byId } from '${paths}';`];
  return path.includes('{') ? ["import { z } from 'zod';", `import { IdParam } from '${up}schemas/primitives.ts';`] : [];
}

function walkthroughWith({ name, path }: NewOperation, read: ReadFile): string {
  const params = paramsOf(path).map((param) => `${param}: 1`);
  const input = params.length === 0 ? '' : `, { params: { ${params.join(', ')} } }`;
  const text = readRequired(read, WALKTHROUGH, 'It calls each change.');
  return insertBeforeLast(text, /^ {2}await recordOtherReads\(/m, `  await scene.call('${name}'${input});\n`, WALKTHROUGH);
}
