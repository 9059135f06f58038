/** User data of an order and a reinstall: kinds, images that run scripts only, and data that is refused. */
import { readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { deploy } from '../given-deploy.ts';

let chain: Chain;
let owner: GivenAccount;
let tiny: number;
let cloud: number;
beforeAll(async () => {
  chain = await openChain({ openBucket: () => async () => ({ limit: 100, remaining: 100 }) });
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 1_000_000n });
  const { id, path, format, group_id } = await chain.db
    .selectFrom('images')
    .selectAll()
    .where('key', '=', 'tiny')
    .executeTakeFirstOrThrow();
  tiny = id;
  const image = { key: 'cloud', name: 'Cloud Linux', path, format, group_id, ssh_keys_support: true };
  cloud = (await chain.db.insertInto('images').values(image).returning('id').executeTakeFirstOrThrow()).id;
});
afterAll(() => chain.close());

const MIME = 'MIME-Version: 1.0\nContent-Type: text/x-shellscript\n\n#!/bin/sh';
const seedOf = async (id: number) => (await readSimulated(chain.home, `srv-${id}`)).spec.seed;
const reinstall = (id: number, body: object) => chain.call('reinstallServer', { params: { id }, body }, { token: owner.token });
const unlocked = (id: number) => chain.serverWhen(id, owner.token, ({ locked }) => locked === null);
/** Counts what an accepted request would add. */
async function count(): Promise<unknown> {
  const { rows } =
    await sql`select (select count(*)::int from services) as services, (select count(*)::int from orders) as orders,
    (select count(*)::int from workflows) as workflows, (select count(*)::int from ledger_entries) as entries`.execute(chain.db);
  return rows[0];
}

test.each([
  ['script', '#!/bin/sh\r\necho a', '#!/bin/sh\necho a'],
  ['script', 'echo a', 'echo a'],
  ['cloud-config', '\n#cloud-config\r\npackages: [htop]\r\n', '#cloud-config\npackages: [htop]\n'],
  ['template', '## template: jinja\n#cloud-config\n{}', '## template: jinja\n#cloud-config\n{}'],
  ['boothook', '#cloud-boothook\necho a', '#cloud-boothook\necho a'],
  ['mime', MIME, MIME],
])('an order with a %s gives the first seed the data and its kind', async (kind, text, stored) => {
  const { status, body } = await deploy(chain, owner, { image_id: cloud, startup_script: text });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body.startup_script).toMatchObject({ exists: true, type: kind, bytes: Buffer.byteLength(stored) });
  await chain.serverWhen(body.id, owner.token, (one) => one.status === 'active');
  expect(await seedOf(body.id)).toMatchObject({ startupScript: stored, startupScriptKind: kind });
  expect((await readSimulated(chain.home, `srv-${body.id}`)).disk.scriptRuns).toBe(kind === 'script' ? 1 : 0);
});

test('a reinstall has its own data, of another kind or none', async () => {
  const { id } = (await deploy(chain, owner, { image_id: cloud, startup_script: '#!/bin/sh' })).body;
  await chain.serverWhen(id, owner.token, (one) => one.status === 'active');
  expect((await reinstall(id, { image_id: cloud, startup_script: '#cloud-config\n{}' })).status).toBe(200);
  expect((await unlocked(id)).startup_script).toMatchObject({ type: 'cloud-config' });
  expect(await seedOf(id)).toMatchObject({ startupScript: '#cloud-config\n{}', startupScriptKind: 'cloud-config' });
  expect((await reinstall(id, { image_id: cloud })).status).toBe(200);
  expect((await unlocked(id)).startup_script).toBeNull();
  expect(await seedOf(id)).toMatchObject({ startupScript: null });
});

test('an image without cloud-init takes scripts only, and other data move no money', async () => {
  const { id } = (await deploy(chain, owner, { startup_script: 'true' })).body;
  await chain.serverWhen(id, owner.token, (one) => one.status === 'active');
  const before = await count();
  const refused = {
    status: 422,
    body: { errors: { startup_script: [expect.stringMatching(/^Tiny Linux runs scripts only/)] } },
  };
  const body = { name: 'web-1', plan: 'nano', image_id: tiny, password: 'correct horse battery' };
  for (const startup_script of ['#cloud-config\n{}', '#cloud-boothook\ntrue', MIME, '## template: jinja\n#!/bin/sh']) {
    const order = { ...body, startup_script };
    expect(await chain.call('deployServer', { body: order }, { token: owner.token })).toMatchObject(refused);
    const quote = await chain.call('deployServer', { body: order, query: { dry_run: 'true' } }, { token: owner.token });
    expect(quote).toMatchObject(refused);
    expect(await reinstall(id, { image_id: tiny, startup_script })).toMatchObject(refused);
  }
  expect(await count()).toEqual(before);
});

const SUPPORTED =
  /^Must be a script, such as one that starts with #!\/bin\/sh, or start with #cloud-config, .*Not supported are #include/;
const deep = (count: number) => `#cloud-config\n${'['.repeat(count)}`;
test.each<[string, string, RegExp]>([
  ['an include', '#include\nhttps://example.com/a', SUPPORTED],
  ['an archive', '#cloud-config-archive\n[]', SUPPORTED],
  ['a part handler', '#part-handler\nimport os', SUPPORTED],
  ['gzip', 'H4sIAAAAAAAAA1NW1E/KzNMvzuBKTc7IV0jkAgBcEzF8EQAAAA==', SUPPORTED],
  ['a cloud-config of a list', '#cloud-config\n- a\n- b\n', /must be a mapping/],
  ['a cloud-config of a text', '#cloud-config\necho a\n', /must be a mapping/],
  ['an empty cloud-config', '#cloud-config\n', /must be a mapping/],
  ['a cloud-config of lists inside each other', deep(16_000), /must be a mapping/],
  ['a cloud-config of a list in one line', '#cloud-config\n[a]', /must be a mapping/],
  ['an include inside of MIME', MIME.replace('x-shellscript', 'x-include-url'), /text\/x-include-url/],
])('%s is refused at startup_script', async (_what, startup_script, sentence) => {
  const answer = await deploy(chain, owner, { image_id: cloud, startup_script });
  expect(answer).toMatchObject({ status: 422, body: { errors: { startup_script: [expect.stringMatching(sentence)] } } });
});

test.each(['{packages: [htop]}', '---\n# a comment\n\n"packages": [htop]', '&all\n? packages\n: [htop]', 'a: {'])(
  'a cloud-config may be any mapping: %j',
  async (text) => {
    expect((await deploy(chain, owner, { image_id: cloud, startup_script: `#cloud-config\n${text}` })).status).toBe(201);
  },
);

test('aliases of a cloud-config are not expanded', async () => {
  const lists = Array.from({ length: 26 }, (_, i) => `  - &a${i + 1} [${`*a${i},`.repeat(9)}]`);
  const bomb = `#cloud-config\nruncmd:\n  - &a0 [a]\n${lists.join('\n')}\n`;
  expect((await deploy(chain, owner, { image_id: cloud, startup_script: bomb })).status).toBe(201);
});
