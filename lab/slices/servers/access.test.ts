import { changeSimulated, readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { EngineError } from '@innkeeper/engine/error';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer, givenSshKey } from '../../given.ts';
import { deploy } from '../given-deploy.ts';

let chain: Chain;
let owner: GivenAccount;
let id: number;
/** Availability of the guest agent, and the act of the engine that fails once, without a retry. */
let agent = true;
let refusing: string | undefined;
beforeAll(async () => {
  chain = await openChain({
    simulated: {
      agent: () => agent,
      fail: (act) => {
        if (act !== refusing) return;
        refusing = undefined;
        throw new EngineError('guest', 'no such luck', { retryable: false });
      },
    },
  });
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 100_000n });
  id = (await deploy(chain, owner)).body.id;
  await chain.serverWhen(id, owner.token, (server) => server.status === 'active');
});
afterAll(() => chain.close());
beforeEach(async () => {
  agent = true;
  refusing = undefined;
  await press('startServer');
});

type Press = 'startServer' | 'stopServer' | 'powerOffServer';
const unlocked = () => chain.serverWhen(id, owner.token, (server) => server.locked === null);
async function press(operation: Press) {
  await unlocked();
  await chain.call(operation, { params: { id } }, { token: owner.token });
  return unlocked();
}
const guest = async () => (await readSimulated(chain.home, `srv-${id}`)).disk;
const bootId = async () => (await chain.compute.inspect(`srv-${id}`)).bootId;
const setPassword = (body: object) => chain.call('changeServerPassword', { params: { id }, body }, { token: owner.token });
const rename = (body: object) => chain.call('updateServerHostname', { params: { id }, body }, { token: owner.token });
const setKeys = (keys: number[]) =>
  chain.call('updateServerSshKeys', { params: { id }, body: { ssh_keys: keys } }, { token: owner.token });

test('changeServerPassword: the guest gets the new password at once, and no plain text of it is stored', async () => {
  const [before, boot] = [(await guest()).passwords.root, await bootId()];
  const answer = await setPassword({ password: 'correct horse battery' });
  expect(answer.status).toBe(204);
  await unlocked();
  const after = (await guest()).passwords.root;
  expect(after).toMatch(/^\$6\$/);
  expect(after).not.toBe(before);
  expect(await bootId()).toBe(boot);
  const rows = await Promise.all([
    chain.db.selectFrom('servers').selectAll().execute(),
    chain.db.selectFrom('workflows').selectAll().execute(),
    chain.db.selectFrom('audit_log').selectAll().execute(),
    chain.db.selectFrom('events').selectAll().execute(),
  ]);
  const dump = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  expect(dump).not.toContain('correct horse');
  const events = JSON.stringify(rows[3], (_, value) => (typeof value === 'bigint' ? String(value) : value));
  expect(events).not.toContain('$6$');
});

test('reboot: true reboots a running guest, and leaves a stopped one off', async () => {
  const boot = await bootId();
  await setPassword({ password: 'another one', reboot: true });
  expect(await unlocked()).toMatchObject({ state: ['running'] });
  expect(await bootId()).not.toBe(boot);
  await press('powerOffServer');
  await rename({ hostname: 'still-off', reboot: true });
  expect(await unlocked()).toMatchObject({ state: ['stopped'], hostname: 'still-off' });
});

test('without an agent a password waits until the next boot', async () => {
  agent = false;
  const before = (await guest()).passwords.root;
  await setPassword({ password: 'for later' });
  await unlocked();
  expect((await guest()).passwords.root).toBe(before);
  await chain.call('restartServer', { params: { server: id } }, { token: owner.token });
  await unlocked();
  expect((await guest()).passwords.root).not.toBe(before);
  expect((await guest()).scriptRuns).toBe(0);
});

test('updateServerHostname: row, guest and network get the new name at once', async () => {
  const answer = await rename({ hostname: 'db-1.example.org' });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ hostname: 'db-1.example.org', lock_reason: 'set-hostname' });
  await unlocked();
  expect(await guest()).toMatchObject({ hostname: 'db-1', fqdn: 'db-1.example.org' });
});

test.each(['-bad', 'a..b', 'under_score', `${'a'.repeat(64)}.org`, '10.0.0.1', 'line\nbreak'])(
  'refuses %j as a hostname',
  async (hostname) => {
    const answer = await rename({ hostname });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(['hostname']);
  },
);

test('a stopped server applies waiting changes at its next start, and keeps changes made inside the guest', async () => {
  await setPassword({ password: 'known to us' });
  const own = await givenSshKey(chain.db, { accountId: owner.accountId });
  await unlocked();
  await changeSimulated(chain.home, `srv-${id}`, ({ disk, ...machine }) => ({
    ...machine,
    disk: { ...disk, passwords: { root: 'of its own' }, sshKeys: ['of its own'] },
  }));
  await press('powerOffServer');
  const before = await guest();
  await rename({ hostname: 'off-1' });
  await unlocked();
  await press('startServer');
  expect(await guest()).toMatchObject({ hostname: 'off-1', passwords: before.passwords, sshKeys: before.sshKeys });

  await press('powerOffServer');
  await setKeys([own.id]);
  await unlocked();
  // A second change does not replace the first one, which still waits.
  await rename({ hostname: 'off-2' });
  await unlocked();
  await press('startServer');
  expect(await guest()).toMatchObject({ hostname: 'off-2', passwords: before.passwords, sshKeys: [own.publicKey] });
  const row = await chain.db.selectFrom('servers').select('seed_waits').where('id', '=', id).executeTakeFirstOrThrow();
  expect(row.seed_waits).toEqual([]);
});

test('an older seed that waits for the boot does not overwrite a newer change of the running guest', async () => {
  agent = false;
  await rename({ hostname: 'waits' });
  await unlocked();
  agent = true;
  await rename({ hostname: 'is-newer' });
  await unlocked();
  expect((await guest()).hostname).toBe('is-newer');
  await press('powerOffServer');
  await press('startServer');
  expect((await guest()).hostname).toBe('is-newer');
});

test('updateServerSshKeys: from then on only the given keys can log in', async () => {
  const [one, two] = [
    await givenSshKey(chain.db, { accountId: owner.accountId, name: 'one' }),
    await givenSshKey(chain.db, { accountId: owner.accountId, name: 'two' }),
  ];
  const answer = await setKeys([one.id, two.id]);
  expect(answer.status).toBe(200);
  expect(answer.body.ssh_keys.map((key: { id: number }) => key.id)).toEqual([one.id, two.id]);
  await unlocked();
  expect((await guest()).sshKeys).toEqual([one.publicKey, two.publicKey]);
  await setKeys([two.id]);
  await unlocked();
  expect((await guest()).sshKeys).toEqual([two.publicKey]);
});

test('refuses unknown keys, keys of other accounts, and keys for an image without support for them', async () => {
  const otherCustomer = await givenAccount(chain.db);
  const theirs = await givenSshKey(chain.db, { accountId: otherCustomer.accountId });
  expect((await setKeys([theirs.id])).status).toBe(403);
  const absent = await setKeys([999_999]);
  expect(absent.status).toBe(422);
  expect(Object.keys(absent.body.errors)).toEqual(['ssh_keys.0']);
  await chain.db.updateTable('images').set({ ssh_keys_support: false }).execute();
  expect((await setKeys([])).body.errors.ssh_keys).toEqual([expect.stringContaining('does not support SSH keys')]);
  await chain.db.updateTable('images').set({ ssh_keys_support: true }).execute();
});

test('a failed change is rolled back', async () => {
  const before = await unlocked();
  refusing = 'setHostname';
  await rename({ hostname: 'never' });
  expect(await unlocked()).toMatchObject({ hostname: before.hostname });
  expect((await guest()).hostname).toBe(before.hostname);
});

test.each(['suspended', 'terminated', 'awaiting_payment'] as const)('a server that is %s cannot be changed', async (status) => {
  const other = await givenAccount(chain.db);
  const server = await givenServer(chain.db, { accountId: other.accountId, status, power: 'absent' });
  const on = (body: object) => [{ params: { id: server }, body }, { token: other.token }] as const;
  const renamed = await chain.call('updateServerHostname', ...on({ hostname: 'other' }));
  expect(renamed.body).toMatchObject({ code: 'wrong_state' });
  const changed = await chain.call('changeServerPassword', ...on({ password: 'whatever' }));
  expect(changed.body).toMatchObject({ code: 'wrong_state' });
});
