/** Plans the files that a new operation creates or changes. Pure, so that it can be tested without a repository. */

import { InvalidRequest, insertBeforeLast, type ReadFile } from './edit.ts';
import {
  changesOneServer,
  compile,
  entryText,
  functionFile,
  functionImports,
  functionText,
  kebab,
  sliceText,
} from './templates.ts';
import { type NewWorkflow, planWorkflow } from './workflow.ts';

export interface NewOperation {
  name: string;
  group: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  hasBody: boolean;
  /** Kinds of resources in the path, outermost first: `ssh_key`. */
  kinds: string[];
  /** Workflow of the operation, if any. */
  workflow?: NewWorkflow;
}

/** Returns the new text of each file by path. Throws `Refused` instead of overwriting an existing file. */
export function planFiles(operation: NewOperation, read: ReadFile): Map<string, string> {
  const files = new Map<string, string>();
  const make = (file: string, text: string): void => {
    if (read(file) !== undefined) throw new InvalidRequest(`${file} is there already.`);
    files.set(file, text);
  };
  if (operation.workflow) for (const [file, text] of planWorkflow(operation.workflow, read)) files.set(file, text);
  const { file: group } = compile(operation.group);
  make(`lab/slices/${group}/${kebab(operation.name)}.test.ts`, sliceText(operation));
  const file = homeOf('contract/operations', group, read);
  const text = read(file);
  if (text === undefined)
    throw new InvalidRequest(`${file} is not there. Make it, name it in contract/operations.ts, then come back.`);
  files.set(file, withImports(insertBeforeLast(text, /^\};?$/m, entryText(operation), file), entryImports(operation, file)));
  const home = functionFile(operation, file.split('/').length > 3);
  const own = withImports(read(home) ?? '', functionImports(operation, home));
  files.set(home, `${own}\n${functionText(operation)}`);
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

/** Adds imports after the existing ones. The formatter sorts them. */
function withImports(text: string, imports: readonly string[]): string {
  const missing = imports.filter((line) => !text.includes(line) && !namesAlready(text, line)).map((line) => `${line}\n`);
  const last = [...text.matchAll(/^(?:import .*|\} )from '.*';\n/gm)].at(-1);
  const end = last ? last.index + last[0].length : 0;
  return text.slice(0, end) + missing.join('') + text.slice(end);
}

/** Returns whether a text already has the import: `import { Id, IdParam } from 'x'` includes `import { IdParam } from 'x'`. */
function namesAlready(text: string, line: string): boolean {
  const [, name, from] = /^import (?:type )?\{ (\w+) \} from '(.+)';$/.exec(line) ?? [];
  return [...text.matchAll(/^import (?:type )?\{([^}]+)\} from '(.+)';$/gm)].some(
    ([, names, module]) => module === from && names?.split(',').some((one) => one.trim().replace('type ', '') === name),
  );
}
