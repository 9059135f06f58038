import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { EngineError } from '@innkeeper/engine/error';
import { SILENT_LOG } from '@innkeeper/engine/log';
import type { AddressProtection } from '@innkeeper/engine/network/protection';
import { SimulatedNetwork } from '@innkeeper/engine/network/simulated/driver';
import { type Engine, openEngine } from '@innkeeper/engine/open';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenJobCx } from '@innkeeper/lab/given-cx';
import { givenCountryData } from '@innkeeper/lab/given-geo';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { protectAddresses } from './protect-addresses.ts';

let lab: TestDatabase;
let home: string;
let engine: Engine;
let network: SimulatedNetwork;
let id: number;
let address: string;
/** Network that the engine refuses. */
let refused = '';

/** Refuses every change that contains the refused network, like a kernel. */
class Refusing extends SimulatedNetwork {
  override async protect(change: Parameters<SimulatedNetwork['protect']>[0]): Promise<void> {
    if (change.set.some((one) => one.network === refused)) throw new EngineError('network', 'the kernel says no');
    await super.protect(change);
  }
}

beforeAll(async () => {
  lab = await openTestDatabase();
  home = await fs.mkdtemp(path.join(os.tmpdir(), 'innkeeper-protect-'));
});
afterAll(async () => {
  await lab.close();
  await fs.rm(home, { recursive: true, force: true });
});
beforeEach(async () => {
  await lab.db.deleteFrom('ip_protections').execute();
  network = new Refusing({ home });
  engine = { ...(await openEngine({ kind: 'simulated', home, projectRoot: home, root: false, log: SILENT_LOG })), network };
  refused = '';
  ({ id, address } = await givenAddress());
});

async function givenAddress(): Promise<{ id: number; address: string }> {
  const { accountId } = await givenAccount(lab.db);
  const serverId = await givenServer(lab.db, { accountId });
  return lab.db.selectFrom('ip_addresses').select(['id', 'address']).where('server_id', '=', serverId).executeTakeFirstOrThrow();
}

const set = (values: object, of = id) =>
  lab.db
    .insertInto('ip_protections')
    .values({ ip_address_id: of, ...values })
    .onConflict((conflict) => conflict.column('ip_address_id').doUpdateSet(values))
    .execute();
const run = () => protectAddresses({ ...givenJobCx(lab.db), engine, log: SILENT_LOG });
const inForce = (of = address): Partial<AddressProtection> | undefined => network.protected.get(`${of}/32`);
const alerts = async () =>
  (
    await lab.db
      .selectFrom('operator_alerts')
      .select('message')
      .where('kind', '=', 'protection_failed')
      .where('resolved_at', 'is', null)
      .execute()
  ).map(({ message }) => message);

test('applies settings to the kernel, their changes, and everything again after a host restart', async () => {
  await set({ blacklist: ['192.0.2.0/24'], blacklist_active: true, whitelist: ['198.51.100.0/24'] });
  await run();
  expect(inForce()).toMatchObject({ blacklist: ['192.0.2.0/24'], whitelist: [], geo: null });
  expect(await lab.db.selectFrom('ip_protection_changes').selectAll().execute()).toEqual([]);
  await set({ whitelist_active: true });
  await run();
  expect(inForce()).toMatchObject({ whitelist: ['198.51.100.0/24'] });
  network.protected.clear();
  await run();
  expect(inForce()).toMatchObject({ blacklist: ['192.0.2.0/24'], whitelist: ['198.51.100.0/24'] });
  await set({ whitelist_active: false, blacklist_active: false });
  await run();
  expect(inForce()).toBeUndefined();
});

test('applies the countries of a filter, and removes all rules of a released address', async () => {
  await givenCountryData(lab.db, { DE: ['192.0.2.0-192.0.2.255'] });
  await set({ geo_active: true, geo_countries: ['DE'] });
  await run();
  expect(inForce()).toMatchObject({ geo: { action: 'deny', countries: ['DE'] } });
  await lab.db
    .updateTable('ip_addresses')
    .set({ account_id: null, server_id: null, main: false, assigned_at: null })
    .where('id', '=', id)
    .execute();
  await run();
  expect(network.protected.size).toBe(0);
});

test('allows addresses that requested it, and ends that in time', async () => {
  await set({ blacklist: ['0.0.0.0/0'], blacklist_active: true });
  const grant = (source: string, ends_at: Date) =>
    lab.db.insertInto('ip_protection_grants').values({ ip_address_id: id, source, ends_at }).execute();
  await grant('198.51.100.7', new Date(Date.now() + 60_000));
  await run();
  expect(inForce()).toMatchObject({ whitelist: ['198.51.100.7/32'] });
  await lab.db
    .updateTable('ip_protection_grants')
    .set({ ends_at: new Date(Date.now() - 1) })
    .execute();
  await run();
  expect(inForce()).toMatchObject({ whitelist: [] });
});

test('one address with refused rules does not block others, and the operator is alerted until it works', async () => {
  const other = await givenAddress();
  for (const of of [id, other.id]) await set({ blacklist: ['192.0.2.0/24'], blacklist_active: true }, of);
  refused = `${address}/32`;
  await run();
  expect(inForce()).toBeUndefined();
  expect(inForce(other.address)).toMatchObject({ blacklist: ['192.0.2.0/24'] });
  expect(await alerts()).toEqual([expect.stringContaining(`${address}/32 (1 addresses in total)`)]);
  refused = '';
  await run();
  expect(inForce()).toBeDefined();
  expect(await alerts()).toEqual([]);
});
