/** Clients that customers can generate from the document: generated, compiled strictly, and used with a running system. */
import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Chain, openChain } from '@innkeeper/lab/chain';
import { type GivenAccount, givenAccount, givenNode, givenSshKey } from '@innkeeper/lab/given';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEPLOYS, TSCONFIG } from './deploys.ts';
import { patternsOf, refusedByRe2 } from './patterns.ts';
import { installTools, runTool, TOOLS } from './tools.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');

let chain: Chain;
let owner: GivenAccount;
let directory: string;
let baseUrl: string;
beforeAll(async () => {
  await installTools(ROOT);
  chain = await openChain();
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 100_000n });
  baseUrl = `${await chain.app.listen({ port: 0, host: '127.0.0.1' })}/v1`;
  // Next to the tools, so that the clients find the packages that they use at run time.
  await fs.mkdir(path.join(ROOT, TOOLS, 'build'), { recursive: true });
  directory = await fs.mkdtemp(path.join(ROOT, TOOLS, 'build/clients-'));
  await runTool(ROOT, 'generate', ['contract/openapi.gen.json', directory, baseUrl]);
  await fs.writeFile(path.join(directory, 'deploys.ts'), DEPLOYS);
  await fs.writeFile(path.join(directory, 'tsconfig.json'), JSON.stringify(TSCONFIG));
});
afterAll(async () => {
  await chain.close();
  await fs.rm(directory, { recursive: true, force: true });
});

test('generated clients compile in strict mode', async () => {
  const compiler = path.join(ROOT, 'node_modules/typescript7/bin/tsc');
  const problems = await run(process.execPath, [compiler, '-p', directory], { maxBuffer: 64e6 }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
  expect(problems).toBe('');
});

test('generated clients deploy a server', async () => {
  const image = await chain.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
  const key = await givenSshKey(chain.db, owner);
  const order = { baseUrl, token: owner.token, body: { plan: 'nano', image_id: image.id, ssh_keys: [key.id] } };
  const program = path.join(directory, 'deploys.mjs');
  await build({
    entryPoints: [path.join(directory, 'deploys.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  const { stdout } = await run(process.execPath, [program, JSON.stringify(order)]);
  const ids = JSON.parse(stdout) as Record<string, number>;
  expect(Object.keys(ids)).toEqual(['openapiTypescript', 'heyApi', 'orval']);
  for (const [client, id] of Object.entries(ids)) {
    const server = await chain.serverWhen(id, owner.token, ({ status }) => status === 'active');
    expect(server.hostname, client).toMatch(/^by-/);
  }
});

test('RE2 accepts every pattern of the document, and refuses an unsupported one', async () => {
  const document = JSON.parse(await fs.readFile(path.join(ROOT, 'contract/openapi.gen.json'), 'utf8'));
  const refused = await refusedByRe2(ROOT, [...patternsOf(document).keys(), 'a{2,2000}']);
  expect([...refused.keys()]).toEqual(['a{2,2000}']);
});
