/** The text of each file. It compiles, and its test fails until it is written. */
import type { NewOperation } from './plan.ts';

/** `SSH Keys` -> file `ssh-keys`, variable `sshKeys`. */
export function compile(group: string): { file: string; variable: string } {
  const words = group.toLowerCase().split(/\s+/);
  const [first = '', ...others] = words;
  return { file: words.join('-'), variable: first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') };
}

/** `restartServer` -> `restart-server`. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `restoreServer` of Servers -> `operations/servers/restore.ts`: the verb, and what the folder does not say yet. */
export function useCaseFile({ name, group }: NewOperation): string {
  const { file } = compile(group);
  const said = new Set(file.split('-').flatMap((word) => [word, word.replace(/s$/, '')]));
  const words = kebab(name)
    .split('-')
    .filter((word, i) => i === 0 || !said.has(word));
  return `operations/${file}/${words.join('-')}.ts`;
}

export function entryText({ name, group, method, path }: NewOperation): string {
  const params = paramsOf(path);
  const ids = params.map((param) => `${param}: IdParam`).join(', ');
  return `  ${name}: operation({
    method: '${method}',
    path: '${path}',
    group: '${group}',
    title: '${sentence(name)}',
    summary: 'To be written.',
    origin: 'ours',
    ability: '${method === 'GET' ? 'read' : 'write'}',
${params.length > 0 ? `    params: z.strictObject({ ${ids} }),\n` : ''}    bodyKind: 'none',
    reply: { status: 204 },
    failures: [],
  }),
`;
}

export function handlerText({ name, path, hasBody }: NewOperation): string {
  const parts = [...(paramsOf(path).length > 0 ? ['params'] : []), ...(hasBody ? ['body'] : [])];
  const input = parts.map((part) => `...${part}`).join(', ');
  if (parts.length === 0) return `  ${name}: (cx) => ${name}(cx),\n`;
  return `  ${name}: (cx, { ${parts.join(', ')} }) => ${name}(cx, { ${input} }),\n`;
}

export function useCaseText({ name, method, path, hasBody }: NewOperation): string {
  const cx = method === 'GET' ? 'Cx' : 'MutatingCx';
  const input = inputOf(path, hasBody);
  return `import type { ${cx} } from '@innkeeper/domain/context';

/** To be written: what it does, and which failures it throws. */
export async function ${name}(_cx: ${cx}${input ? `, _input: ${input}` : ''}): Promise<never> {
  throw new Error('${name} is not written yet');
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

function paramsOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}

function inputOf(path: string, hasBody: boolean): string {
  const params = paramsOf(path).map((param) => `${param}: number`);
  if (params.length === 0) return hasBody ? 'object' : '';
  return `{ ${params.join('; ')} }${hasBody ? ' & object' : ''}`;
}

/** `restoreServer` -> `Restore server`. */
function sentence(name: string): string {
  const words = kebab(name).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
