/** Tests the package as a user gets it. It is packed, installed offline into an empty project, compiled in strict mode, and run by Node. */
import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Chain, openChain } from '@innkeeper/lab/chain';
import { givenAccount, givenNode } from '@innkeeper/lab/given';
import { givenStaff } from '@innkeeper/lab/given-staff';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = path.resolve('.');
const run = promisify(execFile);
const TSC = path.join(root, 'node_modules/typescript7/bin/tsc');

/** Returns the code blocks of README.md with their headings. */
async function readmeExamples(): Promise<[heading: string, code: string][]> {
  const text = await fs.readFile('sdk/README.md', 'utf8');
  const blocks = [...text.matchAll(/^## (.+)\n[^#]*?```ts\n([\s\S]*?)```/gm)];
  return blocks.map(([, heading = '', code = '']) => [heading, code]);
}
const examples = await readmeExamples();

/** Node executables that run the examples: that of this process, and those in `INNKEEPER_SDK_NODES`, separated by colons. */
const NODES = [process.execPath, ...(process.env.INNKEEPER_SDK_NODES ?? '').split(path.delimiter).filter(Boolean)];

let project: string;
beforeAll(async () => {
  project = await fs.mkdtemp(path.join(os.tmpdir(), 'innkeeper-consumer-'));
  await run(process.execPath, ['sdk/build.ts'], { cwd: root });
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', project, path.join(root, 'build/sdk')]);
  await fs.writeFile(path.join(project, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }');
  const offline = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run('npm', ['install', ...offline, `./${stdout.trim()}`], { cwd: project });
});
afterAll(() => fs.rm(project, { recursive: true, force: true }));

test('the package has no dependencies', async () => {
  const installed = path.join(project, 'node_modules');
  expect((await fs.readdir(installed)).filter((name) => !name.startsWith('.'))).toEqual(['@innkeeper']);
  const { dependencies, private: hidden } = JSON.parse(
    await fs.readFile(path.join(installed, '@innkeeper/sdk/package.json'), 'utf8'),
  );
  expect([dependencies, hidden]).toEqual([undefined, undefined]);
  const files = await fs.readdir(path.join(installed, '@innkeeper/sdk'));
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    const code = await fs.readFile(path.join(installed, '@innkeeper/sdk', file), 'utf8');
    const imported = [...code.matchAll(/^(?:import|\} from) .*"(.+)";$|require\(/gm)].map(([, from]) => from);
    expect(imported.filter((from) => !from?.startsWith('./common-'))).toEqual([]);
  }
});

test('both entry points export the same classes of errors, and each a client of its own', async () => {
  const program = `import * as customers from '@innkeeper/sdk';
import * as staff from '@innkeeper/sdk/staff';
const shared = Object.keys(staff).filter((name) => customers[name] === staff[name]);
console.log(shared.includes('NotFoundError'), Object.keys(staff).filter((name) => !shared.includes(name)).join());
console.log('createStaffClient' in customers, 'deployServer' in staff.createStaffClient({ baseUrl: '/v1' }));`;
  await fs.writeFile(path.join(project, 'both.js'), program);
  const { stdout } = await run(process.execPath, ['both.js'], { cwd: project });
  expect(stdout).toBe('true createStaffClient\nfalse false\n');
});

test('the types reject wrong calls, and every example of README.md compiles in strict mode', async () => {
  const wrong = `import { createClient, type Server } from '@innkeeper/sdk';
const client = createClient({ baseUrl: 'https://api.example.com/v1', token: 'YOUR_TOKEN' });
// @ts-expect-error the path has no id
export const one = () => client.restartServer({ id: 1 });
// @ts-expect-error an id is a number
export const two = () => client.getServer({ id: '1' });
// @ts-expect-error there is no such field
export const three = (server: Server) => server.name;
export const fine: (server: Server) => string | null = ({ expiry_at }) => expiry_at;
`;
  const wrongOfStaff = `import { createStaffClient, type Output } from '@innkeeper/sdk/staff';
const client = createStaffClient({ baseUrl: 'https://api.example.com/v1', token: 'YOUR_STAFF_TOKEN' });
// @ts-expect-error customers alone have this operation
export const one = () => client.deployServer({ name: 'web-1', plan: 'nano' });
// @ts-expect-error only the host has this operation
export const two = () => client.inviteStaff({ person: 'ann@example.net' });
// @ts-expect-error the reply may be an approval
export const three = ({ balance }: Output<'fundAccount'>) => balance;
export const fine: (account: Output<'showAccount'>) => string = ({ balance }) => balance;
`;
  await fs.writeFile(path.join(project, 'wrong.ts'), wrong);
  await fs.writeFile(path.join(project, 'wrong-of-staff.ts'), wrongOfStaff);
  for (const [i, [, code]] of examples.entries()) await fs.writeFile(path.join(project, `example-${i}.ts`), code);
  const options = {
    target: 'ES2022',
    module: 'nodenext',
    lib: ['ES2023', 'DOM', 'DOM.AsyncIterable'],
    types: [],
    strict: true,
    outDir: 'out',
  };
  const checks = { noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, skipLibCheck: false };
  await fs.writeFile(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...options, ...checks } }));
  const found = await run(process.execPath, [TSC, '-p', project]).catch((error: { stdout: string }) => error);
  expect(found.stdout).toBe('');
});

test('README.md has twelve examples', () => {
  expect(examples).toHaveLength(12);
});

/** Expected output of each example. They run in order on one system, because each needs the results of the earlier ones. */
const PRINTED: Record<string, RegExp> = {
  'Deploy a server': /^web-1 has 10\.77\.0\.2$/,
  'Restart it and wait': /^restarted$/,
  'Go through a list': /^1 servers\nweb-1 \[ 'running' \]$/,
  'Tell refusals apart': /^\[\s+'Must begin with .+'\s+\]$/,
  'Add a key and use it': /^\[ '([0-9a-f]{2}:){15}[0-9a-f]{2}' \]$/,
  // This example only exports a function, so it prints nothing.
  'Verify a webhook': /^$/,
  'Wait for a lock': /^(stop is under way)?$/,
  'Copy a disk and put it back': /^\[ 'running' \]$/,
  'Follow what changes': /^server 1 is locked$/,
  'Know what it costs': /^[\d.]+, downtime (short|extended)\norder \d+$/,
  'Send once, give up in time': /^attempt 1: order (\d+)\nattempt 2: order \1 again$/,
  'Work as the staff of the host': /^1 notes\napproval \d+ is waiting$/,
};

describe.each(NODES)('on %s', (node) => {
  let chain: Chain;
  let directory: string;
  beforeAll(async () => {
    chain = await openChain();
    const url = `${await chain.app.listen({ port: 0, host: '127.0.0.1' })}/v1`;
    await givenNode(chain.db);
    const { token } = await givenAccount(chain.db, { funds: 1_000_00n });
    const staff = await givenStaff(chain.db, { role: 'billing' });
    // A request for approval needs somebody else who may decide.
    await givenStaff(chain.db, { role: 'owner' });
    // The directory is inside the project, so that Node finds the installed package.
    directory = await fs.mkdtemp(path.join(project, 'out-'));
    for (const i of examples.keys()) {
      const code = await fs.readFile(path.join(project, `out/example-${i}.js`), 'utf8');
      const filled = code
        .replace('https://api.example.com/v1', url)
        .replace('YOUR_TOKEN', token)
        .replace('YOUR_STAFF_TOKEN', staff.token);
      await fs.writeFile(path.join(directory, `example-${i}.js`), filled);
    }
  });
  afterAll(() => chain.close());

  test.each(examples)('the example "%s" prints the expected output', async (heading) => {
    const i = examples.findIndex(([other]) => other === heading);
    const { stdout, stderr } = await run(node, [path.join(directory, `example-${i}.js`)], { cwd: project, timeout: 60_000 });
    expect(stdout.trim()).toMatch(PRINTED[heading] ?? /nothing is known of this example/);
    expect(stderr).toBe('');
  });
});
