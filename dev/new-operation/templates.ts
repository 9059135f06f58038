/** Returns the text of each file. It compiles, and its test fails until it is written. */
import type { NewOperation } from './plan.ts';

/** Returns the file and variable of a group: `ssh-keys` and `sshKeys` for `SSH Keys`. */
export function compile(group: string): { file: string; variable: string } {
  const words = group.toLowerCase().split(/\s+/);
  const [first = '', ...others] = words;
  return { file: words.join('-'), variable: first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') };
}

/** Converts a name to kebab case: `restartServer` becomes `restart-server`. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * Returns the file of the operation's function: that of its resource, such as `operations/ssh-keys.ts`. In a folder it is a file of its own.
 * The verb, and words that the folder does not contain, name it: `restoreServer` is in `operations/servers/restore.ts`.
 */
export function functionFile({ name, group }: NewOperation, isFolder: boolean): string {
  const { file } = compile(group);
  if (!isFolder) return `operations/${file}.ts`;
  const mentioned = new Set(file.split('-').flatMap((word) => [word, word.replace(/s$/, '')]));
  const words = kebab(name)
    .split('-')
    .filter((word, i) => i === 0 || !mentioned.has(word));
  return `operations/${file}/${words.join('-')}.ts`;
}

export function entryText(operation: NewOperation): string {
  const { name, method, path } = operation;
  return `  ${name}: operation({
    method: '${method}',
    path: '${path}',
    title: '${sentence(name)}',
    summary: 'To be written.',
    origin: 'ours',
${changesOneServer(operation) ? "    ...serverChange('active'),\n" : guardsText(operation)}    bodyKind: 'none',
    reply: { status: 204 },
    failures: [],
  }),
`;
}

/** Returns whether an operation changes one server. contract/operations/paths.ts has one helper for the common fields of such entries. */
export function changesOneServer({ method, group, path, kinds }: NewOperation): boolean {
  return method !== 'GET' && group === 'Servers' && kinds[0] === 'server' && paramsOf(path).join() === 'id';
}

function guardsText({ group, method, path, kinds }: NewOperation): string {
  const reads = method === 'GET';
  const locks = reads ? '' : `    locks: ${lockText(path)},\n`;
  return `    group: '${group}',\n    ability: '${reads ? 'read' : 'write'}',\n${pathText(path, kinds)}${locks}`;
}

/** Returns the fields for the resources of the path, which the guards use. */
function pathText(path: string, kinds: readonly string[]): string {
  const params = paramsOf(path);
  if (params.length === 0) return '';
  if (params.length === 1 && params[0] === 'id') return `    ...byId('${kinds[0]}'),\n`;
  const ids = params.map((param) => `${param}: IdParam`).join(', ');
  const resources = params.map((param, i) => `{ kind: '${kinds[i]}', param: '${param}' }`).join(', ');
  return `    params: z.strictObject({ ${ids} }),\n    resources: [${resources}],\n`;
}

/** Returns the first resource of the path as text, or the text `null` without one. */
function lockText(path: string): string {
  const [first] = paramsOf(path);
  return first === undefined ? 'null' : `'${first}'`;
}

/** Returns the imports of the function. */
export function functionImports({ method, workflow }: NewOperation, file: string): string[] {
  return [
    `import type { ${method === 'GET' ? 'Cx' : 'MutatingCx'} } from '@innkeeper/domain/context';`,
    ...(workflow ? ["import { start } from '@innkeeper/domain/workflows/start';"] : []),
    `import type { Input } from '${file.split('/').length > 2 ? '..' : '.'}/define.ts';`,
  ];
}

export function functionText({ name, method, kinds, workflow }: NewOperation): string {
  const cx = method === 'GET' ? 'Cx' : 'MutatingCx';
  const row = rowName(kinds[0] ?? '');
  const [before, input, act] = workflow
    ? ['', `{ ${row} }`, `  await start(cx, '${workflow.resource}.${workflow.act}', ${row}, {}, { action: '${name}' });\n`]
    : ['_', '_input', ''];
  return `/** To be written: what it does, and which failures it throws. */
export async function ${name}(${before}cx: ${cx}, ${input}: Input<'${name}'>): Promise<never> {
${act}  throw new Error('${name} is not written yet');
}
`;
}

export function sliceText({ name, path, hasBody }: NewOperation): string {
  const params = paramsOf(path);
  const ofServer = path.startsWith('/servers/{');
  const values = params.map((param, i) => `${param}: ${i === 0 && ofServer ? 'server' : 1}`).join(', ');
  const input = [...(params.length > 0 ? [`params: { ${values} }`] : []), ...(hasBody ? ['body: {}'] : [])].join(', ');
  return `import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { givenAccount${ofServer ? ', givenServer' : ''} } from '../../given.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

test('${name} does what it promises', async () => {
  const owner = await givenAccount(lab.db);
${ofServer ? '  const server = await givenServer(lab.db, { accountId: owner.accountId });\n' : ''}  const answer = await lab.call('${name}', ${input ? `{ ${input} }` : '{}'}, { token: owner.token });
  expect(answer.status).toBeLessThan(300);
});
`;
}

export function paramsOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}

/** Returns the name under which a function gets the row: `sshKey` for `ssh_key`. */
function rowName(kind: string): string {
  return kind.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns a title: `Restore server` for `restoreServer`. */
function sentence(name: string): string {
  const words = kebab(name).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
