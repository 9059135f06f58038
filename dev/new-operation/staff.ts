/** Plans the files that a new operation of the staff creates or changes: entry, function, test, command and golden case. Pure. */
import { InvalidRequest, insertAtEnd, type ReadFile, readRequired, withImports } from './edit.ts';
import { fileOf, paramsOf, verbOf } from './names.ts';
import type { NewOperation } from './plan.ts';

export interface NewStaffOperation extends Pick<NewOperation, 'name' | 'group' | 'method' | 'path'> {
  /** Noun and verb of the command, such as `account freeze`. */
  command: string;
  /** Roles that may use it, in addition to `owner`. */
  roles: readonly string[];
}

const GOLDEN = 'cli/golden-staff.ts';
const END = /^\};$/m;

/** Returns the new text of each file by path. Throws `InvalidRequest` instead of overwriting an existing file. */
export function planStaffFiles(operation: NewStaffOperation, read: ReadFile): Map<string, string> {
  const resource = fileOf(operation.group);
  const contract = `contract/operations/${resource}.staff.ts`;
  const entries = readRequired(read, contract, 'Make it, name it in contract/operator/all.ts, then come back.');
  const list = listOfNoun(entries, nounOf(operation), contract);
  const { home, test } = homesOf(operation, resource, read);
  if (read(test) !== undefined) throw new InvalidRequest(`${test} is there already.`);
  return new Map([
    [contract, contractText(operation, entries, list, contract)],
    [home, `${withImports(read(home) ?? '', functionImports(operation, home))}\n${functionText(operation)}`],
    [test, testText(operation)],
    commandFile(operation, { list, home, read }),
    [GOLDEN, goldenText(operation, readRequired(read, GOLDEN, 'It has the commands of the staff.'))],
  ]);
}

const nounOf = ({ command }: NewStaffOperation): string => command.split(' ')[0] ?? '';

/** Returns the list of entries that has the other verbs of the noun. */
function listOfNoun(entries: string, noun: string, file: string): string {
  const lists = entries.split(/^(?=export const \w+ = \{$)/m).filter((part) => part.includes(`command: '${noun} `));
  const [, name] = /^export const (\w+)/.exec(lists[0] ?? '') ?? [];
  if (name === undefined) throw new InvalidRequest(`${file} has no command of ${noun}. Write the first verb of a noun by hand.`);
  return name;
}

/** Returns the files of the function and its test. A resource without a file of its own has a folder. */
function homesOf({ name }: NewStaffOperation, resource: string, read: ReadFile): { home: string; test: string } {
  const verb = verbOf(name, resource);
  const flat = `operations/${resource}.staff.ts`;
  if (read(flat) !== undefined) return { home: flat, test: `operations/${resource}.staff.${verb}.test.ts` };
  return { home: `operations/${resource}/${verb}.staff.ts`, test: `operations/${resource}/${verb}.staff.test.ts` };
}

function contractText(operation: NewStaffOperation, entries: string, list: string, file: string): string {
  const start = new RegExp(`^export const ${list} = \\{$`, 'm');
  const isAbout = paramsOf(operation.path).length > 0;
  return withImports(insertAtEnd(entries, { start, end: END }, entryText(operation), file), [
    "import { z } from 'zod';",
    ...(isAbout ? ["import { idArgument } from '../operator/fields.ts';"] : []),
  ]);
}

function entryText({ name, group, method, path, command, roles }: NewStaffOperation): string {
  const params = paramsOf(path);
  const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');
  const fields = params.map((param) => `${param}: idArgument('${param}')`).join(', ');
  return `  ${name}: staffOperation({
    method: '${method}',
    path: '${path}',
    command: '${command}',
${params.length > 0 ? `    args: [${quoted(params)}],\n` : ''}    roles: [${quoted(roles)}],
    resource: '${fileOf(group)}',
    summary: 'to be written',
    changes: ${method !== 'GET'},
    input: z.strictObject({ ${fields} }),
    reply: z.strictObject({}),
    failures: [],
  }),
`;
}

function functionImports({ method }: NewStaffOperation, home: string): string[] {
  const define = `${home.split('/').length > 2 ? '..' : '.'}/define.staff.ts`;
  return [
    ...(method === 'GET' ? [] : ["import { audit } from '@innkeeper/domain/audit';"]),
    ...['StaffCx', 'StaffInput', 'StaffReply'].map((type) => `import type { ${type} } from '${define}';`),
  ];
}

function functionText({ name, method, path, command }: NewStaffOperation): string {
  const [param] = paramsOf(path);
  const reads = method === 'GET';
  const resource = param === undefined ? 'null' : `{ kind: '${command.split(' ')[0]}', id: ${param} }`;
  const line = reads ? '' : `  await audit(cx, '${name}', ${resource});\n`;
  return `/** To be written: what it does, and which failures it throws. */
export async function ${name}(${reads ? '_' : ''}cx: StaffCx, ${reads || param === undefined ? '_input' : `{ ${param} }`}: StaffInput<'${name}'>): Promise<StaffReply<'${name}'>> {
${line}  return {};
}
`;
}

function testText({ name, path }: NewStaffOperation): string {
  return `import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

test('${name} does what it promises', async () => {
  const reply = await openOperator(lab).run('${name}', ${inputText(path)});
  expect.fail(\`write me: ${name} returns \${JSON.stringify(reply)}\`);
});
`;
}

interface CommandPlace {
  list: string;
  home: string;
  read: ReadFile;
}

/** Returns the file of the noun's commands with the new one, and its text. */
function commandFile(operation: NewStaffOperation, { list, home, read }: CommandPlace): [string, string] {
  const { name } = operation;
  const noun = nounOf(operation);
  const file = `cli/${noun}.ts`;
  if (!isCommandFile(read(file), list)) throw new InvalidRequest(`${file} does not bind the commands of ${noun}.`);
  const binding = `  ${name}: { run: inOneTransaction(${name}), format: () => 'To be written.' },\n`;
  const start = new RegExp(`Bindings<typeof ${list}> = \\{$`, 'm');
  const text = insertAtEnd(read(file) ?? '', { start, end: END }, binding, file);
  const imports = [
    `import { ${name} } from '@innkeeper/${home.replace(/\.ts$/, '')}';`,
    `import { inOneTransaction } from './operator/installation.ts';`,
  ];
  return [file, withImports(text, imports)];
}

const isCommandFile = (text: string | undefined, list: string): boolean =>
  text?.includes(`Bindings<typeof ${list}> = {\n`) === true;

function goldenText({ name, path }: NewStaffOperation, text: string): string {
  const places = { start: /^export const STAFF_COMMANDS\b/m, end: /^\];$/m };
  return insertAtEnd(text, places, `  ['${name}', ${inputText(path)}],\n`, GOLDEN);
}

function inputText(path: string): string {
  const fields = paramsOf(path).map((param) => `${param}: 1`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
