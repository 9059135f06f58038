import type { Firewalls } from '@innkeeper/engine/network/firewalls';
import { type DoctorLab, openDoctorLab } from '@innkeeper/lab/doctor-lab';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenFirewall } from '@innkeeper/lab/given-firewalls';
import { givenMachine } from '@innkeeper/lab/given-machine';
import { afterEach, beforeEach, expect, test } from 'vitest';

let place: DoctorLab;
beforeEach(async () => {
  place = await openDoctorLab();
});
afterEach(() => place.close());

test('finds differences between the node and its rows', async () => {
  const { db, engine, nodeId } = place;
  const set = (firewalls: Firewalls) => engine.network.setFirewalls(async () => firewalls);
  const { accountId } = await givenAccount(db);
  const server = await givenServer(db, { accountId, node_id: nodeId });
  await givenMachine(engine, server, db);
  const id = await givenFirewall(db, { accountId });
  await db.insertInto('firewall_servers').values({ firewall_id: id, server_id: server, pending: true }).execute();
  expect(await place.findings()).toEqual({ unfiltered: `have firewalls that are not applied: srv-${server}` });
  await set({ firewalls: [{ id, version: 1, rules: [] }], machines: { [`srv-${server}`]: [id] } });
  expect(await place.findings()).toEqual({});
  await db.deleteFrom('firewall_servers').execute();
  expect(await place.findings()).toEqual({ firewalls: `filter packets but do not exist: firewall ${id}, srv-${server}` });
});
