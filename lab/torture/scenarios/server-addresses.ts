/** Scenarios that release the address of an ended addon, which is free only afterwards, and that change the main address. */
import assert from 'node:assert/strict';
import { updateService } from '@innkeeper/db/tables/services';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { NicRecords } from '@innkeeper/engine/network/nics';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { changeServerPrimaryIp } from '@innkeeper/operations/servers/access';
import { serverChangePrimaryIp } from '@innkeeper/workflows/servers/change-primary-ip';
import { serverReleaseAddresses } from '@innkeeper/workflows/servers/release-addresses';
import { machineSpec } from '@innkeeper/workflows/steps/machine-spec';
import { givenExtraAddress } from '../../given-addresses.ts';
import { givenAddon } from '../../given-copies.ts';
import { givenJobCx } from '../../given-cx.ts';
import { inputOf } from '../../path-rows.ts';
import type { TortureLab } from '../lab.ts';
import type { Begun, Scenario } from '../scenario.ts';
import { asCaller, queuedFor } from './caller.ts';
import { activeServer, setPower } from './server-power.ts';

export const releaseAddressesScenario: Scenario = {
  name: 'server.release-addresses',
  definition: serverReleaseAddresses,
  begin,
};

/** Swaps the main address with another. A failure swaps them back. */
export const primaryIpScenario: Scenario = {
  name: 'server.change-primary-ip',
  definition: serverChangePrimaryIp,
  async begin(lab) {
    const server = await activeServer(lab);
    await setPower(lab, server.id, 'running');
    const extra = (await otherAddress(lab, server.id)) ?? (await givenExtraAddress(lab.db, { serverId: server.id }));
    const { nic } = await machineSpec(lab.db, server.id, []);
    await lab.engine.network.attach(nic);
    await asCaller(lab, server.account_id, async (cx) =>
      changeServerPrimaryIp(cx, await inputOf(cx, 'changeServerPrimaryIp', { id: server.id, body: { ip_id: extra.id } })),
    );
    return {
      workflowIds: await queuedFor(lab, [server.id]),
      async check(ended) {
        const done = [...ended.values()].every((state) => state === 'done');
        const { nic: expected } = await machineSpec(lab.db, server.id, []);
        const led = expected.addresses.find(({ version }) => version === 4)?.address;
        assert.equal(led === extra.address, done);
        const card = await new NicRecords(lab.home, 'simulated').read(machineIdOf(server.id));
        assert.deepEqual(card?.addresses, expected.addresses);
        const { spec } = await readSimulated(lab.home, machineIdOf(server.id));
        assert.equal(spec.nic.addresses.find(({ version }) => version === 4)?.address, led);
      },
    };
  },
};

/** Returns the additional address of an earlier run, if any. */
function otherAddress(lab: TortureLab, serverId: number) {
  return lab.db
    .selectFrom('ip_addresses as a')
    .leftJoin('services as s', 's.id', 'a.addon_id')
    .select(['a.id', 'a.address'])
    .where('a.server_id', '=', serverId)
    .where('a.version', '=', 4)
    .where('a.main', '=', false)
    .where('s.status', '=', 'active')
    .executeTakeFirst();
}

async function begin(lab: TortureLab): Promise<Begun> {
  const server = await activeServer(lab);
  await setPower(lab, server.id, 'running');
  const { addonId, address } = await endedAddon(lab, server);
  await lab.db.transaction().execute(async (trx) => {
    await startWorkflow({ ...givenJobCx(trx), db: trx }, 'server.release-addresses', server, { addonIds: [addonId] });
  });
  return {
    workflowIds: await queuedFor(lab, [server.id]),
    async check(ended) {
      const done = [...ended.values()].every((state) => state === 'done');
      const row = await lab.db.selectFrom('ip_addresses').selectAll().where('addon_id', '=', addonId).executeTakeFirst();
      assert.equal(row?.server_id, done ? undefined : server.id);
      if (!done) return;
      const card = await new NicRecords(lab.home, 'simulated').read(machineIdOf(server.id));
      assert.ok(card?.addresses.length);
      assert.ok(card.addresses.every((one) => one.address !== address));
    },
  };
}

/** Inserts an ended addon whose address is still on the server's network card. */
async function endedAddon(lab: TortureLab, { id, account_id }: { id: number; account_id: number }) {
  const addonId = await givenAddon(lab.db, { serverId: id, key: 'extra_ipv4' });
  const free = lab.db.selectFrom('ip_addresses').select('id').where('account_id', 'is', null).where('version', '=', 4).limit(1);
  const { address } = await lab.db
    .updateTable('ip_addresses')
    .set({ account_id, server_id: id, addon_id: addonId, assigned_at: new Date(), freed_at: null })
    .where('id', '=', free)
    .returning('address')
    .executeTakeFirstOrThrow();
  const { nic } = await machineSpec(lab.db, id, []);
  assert.ok(nic.addresses.some((one) => one.address === address));
  await lab.engine.network.attach(nic);
  await updateService(lab.db, addonId, { status: 'terminated', ended_at: new Date() });
  return { addonId, address };
}
