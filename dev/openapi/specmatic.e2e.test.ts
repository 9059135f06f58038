/**
 * Specmatic with a running system. Reads answer as documented, and every change refuses undocumented input with 4xx in the documented form.
 *
 * A separate task (`npm run test:specmatic`), which needs Java 17. Its size is limited: one value of each field, and each field invalid in
 * each way once.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type OperationName, operationOf } from '@innkeeper/contract/operations';
import { type Chain, openChain } from '@innkeeper/lab/chain';
import { givenResources } from '@innkeeper/lab/cross-cutting/resources';
import { type GivenAccount, givenAccount, givenNode, givenSshKey } from '@innkeeper/lab/given';
import { givenSupportPlan } from '@innkeeper/lab/given-support-plans';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Document, type Ids, specmaticDocument } from './specmatic-document.ts';
import { installTools } from './tools.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDER = 'dev/specmatic';
const JAR = path.join(ROOT, FOLDER, 'node_modules/specmatic/specmatic.jar');

let chain: Chain;
let owner: GivenAccount;
let ids: Ids;
let baseUrl: string;
let directory: string;
beforeAll(async () => {
  await installTools(ROOT, FOLDER);
  // A test that is rate limited would test nothing else.
  chain = await openChain({ openBucket: () => async () => ({ limit: 1_000_000, remaining: 1_000_000 }) });
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 100_000n });
  baseUrl = `${await chain.app.listen({ port: 0, host: '127.0.0.1' })}/v1`;
  ids = await givenOfEach();
  directory = await fs.mkdtemp(path.join(os.tmpdir(), 'innkeeper-specmatic-'));
});
afterAll(async () => {
  await chain.close();
  await fs.rm(directory, { recursive: true, force: true });
});

/** Creates one resource of each kind in a path, as customers do. */
async function givenOfEach(): Promise<Ids> {
  const { token } = owner;
  const made = async (name: OperationName, params: Record<string, number>, body?: object): Promise<number> => {
    const reply = await chain.call(name, { params, body }, { token });
    expect(reply.status, `${name}: ${reply.text}`).toBe(operationOf(name).reply.status);
    return reply.body.id;
  };
  const key = await givenSshKey(chain.db, owner);
  const image = await chain.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
  const server = await made('deployServer', {}, { name: 'web-1', plan: 'nano', image_id: image.id, ssh_keys: [key.id] });
  const unlocked = () => chain.serverWhen(server, token, ({ status, locked }) => status === 'active' && locked === null);
  await unlocked();
  const snapshot = await made('createSnapshot', { id: server }, { name: 'before' });
  await unlocked();
  const order = (await chain.call('listOrders', {}, { token })).body.data[0].id;
  const iso = await made('addIso', {}, { name: 'Debian 13', url: 'https://mirror.example.com/debian-13.iso' });
  const operation = (await chain.call('listServerOperations', { params: { id: server } }, { token })).body.data[0].id;
  expect((await chain.call('activateAffiliate', {}, { token })).status).toBe(201);
  await givenSupportPlan(chain.db, owner);
  return { ...(await givenResources(chain.db, owner)), ...{ server, ssh_key: key.id, snapshot, order, iso, operation } };
}

interface Finding {
  scenario: string;
  reason: string;
}

/** Returns the failures of the wanted operations, and the number of tests. */
async function findings(matches: (name: OperationName) => boolean): Promise<{ tried: number; failed: Finding[] }> {
  const document = JSON.parse(await fs.readFile(path.join(ROOT, 'contract/openapi.gen.json'), 'utf8')) as Document;
  const cwd = await fs.mkdtemp(path.join(directory, 'run-'));
  await fs.writeFile(path.join(cwd, 'openapi.json'), JSON.stringify(specmaticDocument(document, matches, ids)));
  await fs.writeFile(path.join(cwd, 'specmatic.yaml'), CONFIGURATION);
  const args = ['-jar', JAR, 'test', `--testBaseURL=${baseUrl}`, 'openapi.json'];
  // Specmatic finds the token by the name of the security scheme. The limit prevents that it combines each value of each field with all
  // others.
  const env = { ...process.env, bearer: owner.token, SPECMATIC_GENERATIVE_TESTS: 'true', MAX_TEST_REQUEST_COMBINATIONS: '1' };
  const output = await new Promise<string>((resolve) =>
    execFile('java', args, { cwd, env, maxBuffer: 256e6 }, (_failed, stdout) => resolve(stdout)),
  );
  return readOutput(output);
}

const CONFIGURATION = `version: 2
contracts:
  - provides:
      - openapi.json
`;

function readOutput(output: string): { tried: number; failed: Finding[] } {
  const tried = /^Tests run: (\d+)/m.exec(output)?.[1];
  if (tried === undefined) throw new Error(output.slice(-4000));
  const summary = output.split('Unsuccessful Scenarios:')[1] ?? '';
  const blocks = summary.split(/^ {2}"/m).slice(1);
  const failed = blocks.map((block) => {
    const [scenario = '', ...reason] = block.split('\n');
    return { scenario, reason: reason.join('\n').trim() };
  });
  return { tried: Number(tried), failed };
}

/** Results that Specmatic reports as failures, but that are correct. */
const EXPECTED: [scenario: RegExp, reason: RegExp][] = [
  // The reduced document allows one id in a path. Another id may exist too, and be locked.
  [/^-ve .*PATH\.\w+ is mutated from \(\d+\)/, /(received 20\d|contained status 423)$/m],
  // The simulated network has no filters.
  [/^\+ve .*Scenario: PATCH \/network-protection\//, /contained status 501$/m],
  // An id of another type names no existing resource.
  [/^-ve .*PATH\.\w+ is (mutated from|set to a value)/, /\b404\b/],
  // Not specific: a guessed text that a pattern should refuse.
  [/^-ve +Scenario: \S+ \S+ -> 4xx FAILED/, /(received|contained status) (20\d|404|423)$/m],
  // A request that fits every schema may still be refused: image 4711 does not exist, or the previous test has locked the server.
  [/^\+ve .*Scenario: (POST|PUT|PATCH|DELETE) /, /response contained status 4\d\d$/m],
  // With `dry_run=true` the reply is a quote, otherwise that of the change. Specmatic supports no rule between a field and a status.
  [/^\+ve .*Scenario: POST \S+ -> 20[014] /, /expected status 20[014] but response contained status 20[014]$/m],
];

const isUnexpected = ({ scenario, reason }: Finding): boolean =>
  !EXPECTED.some(([named, said]) => named.test(scenario) && said.test(reason));

test('replies to reads match the document', async () => {
  const { tried, failed } = await findings((name) => operationOf(name).method === 'GET');
  console.log(`${tried} tests of reads`);
  expect(failed.filter(isUnexpected)).toEqual([]);
});

test('changes refuse invalid requests as the document describes', async () => {
  const { tried, failed } = await findings((name) => operationOf(name).method !== 'GET');
  console.log(`${tried} tests of changes`);
  expect(failed.filter(isUnexpected)).toEqual([]);
});
