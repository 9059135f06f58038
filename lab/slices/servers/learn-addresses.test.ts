/**
 * Tests that a running guest applies changed addresses at once. A guest without an agent applies them at its next boot and blocks nothing.
 */
import { updateService } from '@innkeeper/db/tables/services';
import { readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { EngineError } from '@innkeeper/engine/error';
import { releaseAddresses } from '@innkeeper/jobs/release-addresses';
import { LEARNS_AT_BOOT } from '@innkeeper/workflows/steps/addresses';
import { machineSpec } from '@innkeeper/workflows/steps/machine-spec';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { givenExtraAddress } from '../../given-addresses.ts';
import { givenJobCx } from '../../given-cx.ts';
import { deploy } from '../given-deploy.ts';

let chain: Chain;
let owner: GivenAccount;
let id: number;
let agent: 'answers' | 'absent' | 'refuses' | 'hangs' = 'answers';
beforeAll(async () => {
  const fail = (act: string) => {
    if (act !== 'setAddresses') return;
    if (agent === 'refuses') throw new EngineError('guest', 'the guest agent refused guest-exec', { retryable: false });
    if (agent === 'hangs') throw new EngineError('timeout', 'the guest agent does not answer');
  };
  chain = await openChain({ simulated: { fail, agent: () => agent !== 'absent' } });
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 100_000n });
  id = (await deploy(chain, owner)).body.id;
  await unlocked();
});
beforeEach(() => {
  agent = 'answers';
});
afterAll(() => chain.close());

const unlocked = () => chain.serverWhen(id, owner.token, (server) => server.status === 'active' && server.locked === null);
const ofGuest = async () => (await readSimulated(chain.home, `srv-${id}`)).disk.addresses;
const bootId = async () => (await chain.compute.inspect(`srv-${id}`)).bootId;
const mains = () =>
  chain.db.selectFrom('ip_addresses').select(['address', 'prefix']).where('server_id', '=', id).orderBy('id').execute();

/** Attaches an extra address to the guest and then ends its addon. */
async function endAnExtraAddress() {
  const extra = await givenExtraAddress(chain.db, { serverId: id });
  const { nic, machine } = await machineSpec(chain.db, id, []);
  const attached = await chain.engine.network.attach(nic);
  const how = agent;
  agent = 'answers';
  expect(await chain.compute.guest.setAddresses(nic.machineId, attached)).toBe('done');
  agent = how;
  await chain.compute.reseed(nic.machineId, machine.seed, attached);
  expect(await ofGuest()).toContain(`${extra.address}/24`);
  const boot = await bootId();
  await updateService(chain.db, extra.addon_id, { status: 'terminated', ended_at: new Date() });
  expect(await releaseAddresses(givenJobCx(chain.db))).toBe(1);
  return { extra, boot, server: await unlocked() };
}

test('a guest with a working agent gets the new addresses without a reboot', async () => {
  const { boot, server } = await endAnExtraAddress();
  expect(await bootId()).toBe(boot);
  expect(await ofGuest()).toEqual((await mains()).map(({ address, prefix }) => `${address}/${prefix}`));
  expect(server.status_reason).toBeNull();
});

test.each(['absent', 'refuses', 'hangs'] as const)(
  'a failing agent blocks nothing, and the server shows what remains to be done: %s',
  async (how) => {
    agent = how;
    const { extra, server } = await endAnExtraAddress();
    expect((await mains()).map(({ address }) => address)).not.toContain(extra.address);
    expect(server.status_reason).toBe(LEARNS_AT_BOOT);
    agent = 'answers';
    await chain.call('restartServer', { params: { server: id } }, { token: owner.token });
    expect((await unlocked()).status_reason).toBeNull();
    expect(await ofGuest()).toEqual((await mains()).map(({ address, prefix }) => `${address}/${prefix}`));
  },
);
