/** Returns the text of each file of a customers' operation. It compiles, and its slice test fails until it is written. */
import { fileOf, paramsOf, rowName, titleOf, verbOf } from './names.ts';
import type { NewOperation } from './plan.ts';

/**
 * Returns the file of the operation's function: that of its resource, such as `operations/ssh-keys.ts`. In a folder it is a file of its own:
 * `restoreServer` is in `operations/servers/restore.ts`.
 */
export function functionFile({ name, group }: Pick<NewOperation, 'name' | 'group'>, isFolder: boolean): string {
  const file = fileOf(group);
  return isFolder ? `operations/${file}/${verbOf(name, file)}.ts` : `operations/${file}.ts`;
}

export function entryText(operation: NewOperation): string {
  const { name, method, path } = operation;
  return `  ${name}: operation({
    method: '${method}',
    path: '${path}',
    title: '${titleOf(name)}',
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
  const locks = reads || kinds.length === 0 ? '' : `    locks: ${lockText(path, kinds)},\n`;
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

/** Returns the parameter of a server or address as text, or the text `null` for resources that a change does not lock. */
function lockText(path: string, [kind]: readonly string[]): string {
  const [first] = paramsOf(path);
  return kind === 'server' || kind === 'ip_address' ? `'${first}'` : 'null';
}

/** Returns the imports of the function. */
export function functionImports({ method, workflow }: NewOperation, file: string): string[] {
  const writesLine = method !== 'GET' && !workflow;
  return [
    ...(writesLine ? ["import { audit } from '@innkeeper/domain/audit';"] : []),
    `import type { ${method === 'GET' ? 'Cx' : 'MutatingCx'} } from '@innkeeper/domain/context';`,
    ...(workflow ? ["import { startWorkflow } from '@innkeeper/domain/workflows/start';"] : []),
    `import type { Input } from '${file.split('/').length > 2 ? '..' : '.'}/define.ts';`,
  ];
}

export function functionText(operation: NewOperation): string {
  const { name, method, kinds } = operation;
  const act = actText(operation);
  const [kind] = kinds;
  const cx = method === 'GET' ? '_cx: Cx' : 'cx: MutatingCx';
  const input = act === '' || kind === undefined ? '_input' : `{ ${rowName(kind)} }`;
  return `/** To be written: what it does, and which failures it throws. */
export async function ${name}(${cx}, ${input}: Input<'${name}'>): Promise<void> {${act}}
`;
}

/** Returns the statement of a change: it starts the workflow, or writes the audit line. */
function actText({ name, method, kinds: [kind], workflow }: NewOperation): string {
  if (method === 'GET') return '';
  const row = rowName(kind ?? '');
  if (workflow)
    return `\n  await startWorkflow(cx, '${workflow.resource}.${workflow.act}', ${row}, {}, { action: '${name}' });\n`;
  return `\n  await audit(cx, '${name}', ${kind === undefined ? 'null' : `{ kind: '${kind}', id: ${row}.id }`});\n`;
}

export function sliceText({ name, path }: NewOperation): string {
  const params = paramsOf(path);
  const ofServer = path.startsWith('/servers/{');
  const values = params.map((param, i) => `${param}: ${i === 0 && ofServer ? 'server' : 1}`).join(', ');
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
${ofServer ? '  const server = await givenServer(lab.db, { accountId: owner.accountId });\n' : ''}  const answer = await lab.call('${name}', ${values ? `{ params: { ${values} } }` : '{}'}, owner);
  expect.fail(\`write me: ${name} answers \${answer.status}\`);
});
`;
}
