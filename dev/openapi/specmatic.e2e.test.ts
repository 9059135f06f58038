/**
 * Specmatic against a running system: reads answer what the document says, and every change refuses with 4xx, in the documented form,
 * what the document does not allow. A task of its own (`npm run test:specmatic`), which wants Java 17. Bounded: one value of each
 * field, and each field wrong in each way once.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type OperationName, operationOf } from '@innkeeper/contract/operations';
import { type Chain, openChain } from '@innkeeper/lab/chain';
import { type GivenAccount, givenAccount, givenNode, givenSshKey } from '@innkeeper/lab/given';
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
  // A test that met a limit would have tried nothing else.
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

/** One of each kind that a path names, made as customers make them. */
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
  return { server, ssh_key: key.id, snapshot, order, iso, operation, backup: 1 };
}

interface Finding {
  scenario: string;
  reason: string;
}

/** Returns the failures of the wanted operations, and the number of tests. */
async function findings(wanted: (name: OperationName) => boolean): Promise<{ tried: number; failed: Finding[] }> {
  const document = JSON.parse(await fs.readFile(path.join(ROOT, 'contract/openapi.gen.json'), 'utf8')) as Document;
  const cwd = await fs.mkdtemp(path.join(directory, 'run-'));
  await fs.writeFile(path.join(cwd, 'openapi.json'), JSON.stringify(specmaticDocument(document, wanted, ids)));
  await fs.writeFile(path.join(cwd, 'specmatic.yaml'), CONFIGURATION);
  const args = ['-jar', JAR, 'test', `--testBaseURL=${baseUrl}`, 'openapi.json'];
  // It finds the token by the name of the security scheme; bounded, since it would try each value of each field with each of the others.
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

/** Results that Specmatic calls failures, but that are correct. */
const EXPECTED: [scenario: RegExp, reason: RegExp][] = [
  // The document that it gets allows one id in a path; another one may be there as well.
  [/^-ve .*PATH\.\w+ is mutated from \(\d+\)/, /received 20\d$/m],
  // An id of another type names nothing that is there.
  [/^-ve .*PATH\.\w+ is (mutated from|set to a value)/, /\b404\b/],
  // Names nothing that is wrong: a text that a pattern should refuse, made by guess.
  [/^-ve +Scenario: \S+ \S+ -> 4xx FAILED/, /(received|contained status) (20\d|404|423)$/m],
  // A request that fits every schema may still be refused: there is no image 4711, or the previous test has locked the server.
  [/^\+ve .*Scenario: (POST|PUT|PATCH|DELETE) /, /response contained status 4\d\d$/m],
  // With `dry_run=true` the reply is a quote, else that of the change; it knows of no rule between a field and a status.
  [/^\+ve .*Scenario: POST \S+ -> 20[014] /, /expected status 20[014] but response contained status 20[014]$/m],
];

const isUnexpected = ({ scenario, reason }: Finding): boolean =>
  !EXPECTED.some(([named, said]) => named.test(scenario) && said.test(reason));

test('reads answer what the document says', async () => {
  const { tried, failed } = await findings((name) => operationOf(name).method === 'GET');
  console.log(`${tried} tests of reads`);
  expect(failed.filter(isUnexpected)).toEqual([]);
});

test('changes refuse what the document does not allow, in the form that it says', async () => {
  const { tried, failed } = await findings((name) => operationOf(name).method !== 'GET');
  console.log(`${tried} tests of changes`);
  expect(failed.filter(isUnexpected)).toEqual([]);
});
