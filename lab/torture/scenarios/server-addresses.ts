/** The address of an ended addon is taken off its server, and is free only then. */
import assert from 'node:assert/strict';
import { updateService } from '@innkeeper/db/tables/services';
import { start } from '@innkeeper/domain/workflows/start';
import { NicRecords } from '@innkeeper/engine/network/nics';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { serverReleaseAddresses } from '@innkeeper/workflows/servers/release-addresses';
import { machineSpec } from '@innkeeper/workflows/steps/machine-spec';
import { givenAddon } from '../../given-copies.ts';
import { givenJobCx } from '../../given-cx.ts';
import type { TortureLab } from '../lab.ts';
import type { Begun, Scenario } from '../scenario.ts';
import { queuedFor } from './caller.ts';
import { activeServer, bringTo } from './server-power.ts';

export const releaseAddressesScenario: Scenario = {
  name: 'server.release-addresses',
  definition: serverReleaseAddresses,
  begin,
};

async function begin(lab: TortureLab): Promise<Begun> {
  const server = await activeServer(lab);
  await bringTo(lab, server.id, 'running');
  const { addonId, address } = await endedAddon(lab, server);
  await lab.db.transaction().execute(async (trx) => {
    await start({ ...givenJobCx(trx), db: trx }, 'server.release-addresses', server, { addonIds: [addonId] });
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

/** Its address is on the server's network card. */
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
