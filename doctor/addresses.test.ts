import { type DoctorLab, openDoctorLab } from '@innkeeper/lab/doctor-lab';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenMachine } from '@innkeeper/lab/given-machine';
import { macOf } from '@innkeeper/model/servers/machine-names';
import { afterEach, beforeEach, expect, test } from 'vitest';

let place: DoctorLab;
beforeEach(async () => {
  place = await openDoctorLab();
});
afterEach(() => place.close());

const four = { address: '10.77.0.200', prefix: 24, gateway: '10.77.0.1', version: 4 as const };
const six = { address: '2001:db8:77:9::1', prefix: 64, gateway: 'fe80::1', version: 6 as const };

test('finds addresses that differ between network and rows, and metadata of unknown machines', async () => {
  const { db, engine, nodeId } = place;
  const { accountId } = await givenAccount(db);
  const server = await givenServer(db, { accountId, node_id: nodeId });
  const machineId = await givenMachine(engine, server, db);
  const rows = await db.selectFrom('ip_addresses').selectAll().where('server_id', '=', server).execute();
  const addresses = rows.map(({ address, prefix, gateway }) => ({ address, prefix, gateway, version: 4 as const }));
  const card = { machineId, mac: macOf(server), hostname: 'given', dns: [] };
  await engine.network.setMetadata(machineId, {});
  expect(await place.findings()).toEqual({});

  await engine.network.attach({ ...card, addresses: [...addresses, four, six] });
  expect(await place.findings()).toEqual({
    'held addresses': `lead to machines whose servers do not have these addresses: 10.77.0.200/32 (${machineId}), 2001:db8:77:9::/64 (${machineId})`,
  });
  // While a workflow has locked the server, the rows may lag behind the kernel.
  const workflow = await place.underWay('server.restart', { id: server, account_id: accountId }, {});
  expect(await place.findings()).toEqual({});
  await db.deleteFrom('locks').where('resource_id', '=', server).execute();
  await db.deleteFrom('workflows').where('id', '=', workflow).execute();

  await engine.network.attach({ ...card, addresses: [] });
  expect(await place.findings()).toEqual({
    'lost addresses': `do not lead to the machines of their servers: ${addresses[0]?.address}/32 (${machineId})`,
  });
  await engine.network.attach({ ...card, addresses });

  await engine.network.attach({ machineId: 'srv-999', mac: '52:54:00:00:03:e7', hostname: 'nobody', addresses: [], dns: [] });
  await engine.network.setMetadata('srv-999', {});
  expect((await place.findings()).metadata).toBe('lists machines that are not servers: srv-999');
});

test('finds the addresses of a held card, unless a move of its server is under way', async () => {
  const { db, engine, nodeId, otherNodeId } = place;
  const { accountId } = await givenAccount(db);
  const server = await givenServer(db, { accountId, node_id: nodeId });
  const machineId = await givenMachine(engine, server, db);
  await engine.network.hold(machineId);
  expect((await place.findings())['lost addresses']).toContain(`(${machineId})`);
  const input = { from: nodeId, to: otherNodeId, leaveCopies: false };
  await place.underWay('server.migrate', { id: server, account_id: accountId }, input);
  expect((await place.findings())['lost addresses']).toBeUndefined();
});
