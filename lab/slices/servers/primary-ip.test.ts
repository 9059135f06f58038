import { addPool } from '@innkeeper/db/seed/add-pool';
import { updateService } from '@innkeeper/db/tables/services';
import { readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { EngineError } from '@innkeeper/engine/error';
import { releaseAddresses } from '@innkeeper/jobs/release-addresses';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '../../given.ts';
import { givenExtraAddress } from '../../given-addresses.ts';
import { givenJobCx } from '../../given-cx.ts';
import { deploy } from '../given-deploy.ts';

let chain: Chain;
let owner: GivenAccount;
let id: number;
/** Act of the engine that fails once, without a retry. */
let refusing: string | undefined;
beforeAll(async () => {
  const fail = (act: string) => {
    if (act !== refusing) return;
    refusing = undefined;
    throw new EngineError('guest', 'no such luck', { retryable: false });
  };
  chain = await openChain({ simulated: { fail } });
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 100_000n });
  id = (await deploy(chain, owner)).body.id;
  await unlocked();
});
afterAll(() => chain.close());

const unlocked = () => chain.serverWhen(id, owner.token, (server) => server.status === 'active' && server.locked === null);
const change = (ip_id: number) =>
  chain.call('changeServerPrimaryIp', { params: { id }, body: { ip_id } }, { token: owner.token });
const mains = async () => {
  const rows = chain.db.selectFrom('ip_addresses').select(['id', 'address', 'main', 'addon_id']).where('server_id', '=', id);
  return rows.orderBy('main', 'desc').orderBy('id').execute();
};
/** Returns the addresses of the card that the guest is booted with. */
const cardOf = async () => (await readSimulated(chain.home, `srv-${id}`)).spec.nic.addresses.map(({ address }) => address);
const bootId = async () => (await chain.compute.inspect(`srv-${id}`)).bootId;

test('changeServerPrimaryIp makes another address the main one, and reboots the server with it', async () => {
  const [first] = await mains();
  const extra = await givenExtraAddress(chain.db, { serverId: id });
  const boot = await bootId();
  const answer = await change(extra.id);
  expect(answer.body).toMatchObject({
    lock_reason: 'change-primary-ip',
    ip_addresses: [
      { id: extra.id, main: true },
      { id: first?.id, main: false },
    ],
  });
  expect((await unlocked()).state).toEqual(['running']);
  expect(await bootId()).not.toBe(boot);
  expect(await cardOf()).toEqual([extra.address, first?.address]);
  const { ssh_host } = await chain.db.selectFrom('servers').select('ssh_host').where('id', '=', id).executeTakeFirstOrThrow();
  expect(ssh_host).toBe(extra.address);
  // The addon now belongs to the other address.
  expect(await mains()).toMatchObject([
    { id: extra.id, addon_id: null },
    { id: first?.id, addon_id: extra.addon_id },
  ]);
});

test('refuses an address of another server, and the current main address', async () => {
  const other = await givenAccount(chain.db);
  const refused = async (serverId: number) => {
    const address = await chain.db
      .selectFrom('ip_addresses')
      .select('id')
      .where('server_id', '=', serverId)
      .executeTakeFirstOrThrow();
    return (await change(address.id)).status;
  };
  expect(await refused(await givenServer(chain.db, { accountId: other.accountId }))).toBe(403);
  expect(await refused(await givenServer(chain.db, { accountId: owner.accountId }))).toBe(422);
  const [main] = await mains();
  expect((await change(main?.id ?? 0)).body.errors).toEqual({ ip_id: ['This is already the main address.'] });
  expect((await change(999_999)).body.errors).toEqual({ ip_id: ['This address does not exist.'] });
});

test('a failed change restores the previous state', async () => {
  const [before, card] = [await mains(), await cardOf()];
  refusing = 'reseed';
  expect((await change(before[1]?.id ?? 0)).status).toBe(200);
  await unlocked();
  expect(refusing).toBeUndefined();
  expect(await mains()).toEqual(before);
  expect(await cardOf()).toEqual(card);
});

test('a protected main address ends with its addon, and the address of the plan becomes the main one again', async () => {
  const [plain] = await mains();
  await chain.db
    .transaction()
    .execute((trx) => addPool(trx, { name: 'guarded', cidr: '10.8.0.0/29', gateway: '10.8.0.1', ddos_protected: true }));
  const extra = await givenExtraAddress(chain.db, { serverId: id, protected: true });
  await change(extra.id);
  await unlocked();
  expect((await mains())[0]).toMatchObject({ id: extra.id, addon_id: extra.addon_id });
  await updateService(chain.db, extra.addon_id, { status: 'terminated', ended_at: new Date() });
  expect(await releaseAddresses(givenJobCx(chain.db))).toBe(1);
  await unlocked();
  expect((await mains()).map((row) => row.id)).not.toContain(extra.id);
  expect((await mains())[0]).toMatchObject({ id: plain?.id, main: true });
  expect((await cardOf())[0]).toBe(plain?.address);
});
