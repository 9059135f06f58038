import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { addPool } from '@innkeeper/db/seed/add-pool';
import { EngineError } from '@innkeeper/engine/error';
import { SILENT_LOG } from '@innkeeper/engine/log';
import type { SharedNetwork } from '@innkeeper/engine/network/port';
import { type Engine, openEngine } from '@innkeeper/engine/open';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { givenJobCx } from '@innkeeper/lab/given-cx';
import type { NodeNetwork } from '@innkeeper/model/net/node-network';
import { NO_UPLINK } from '@innkeeper/model/net/uplink';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcileNetwork } from './reconcile-network.ts';

let lab: TestDatabase;
let home: string;
let engine: Engine;
let id: number;
const asked: SharedNetwork[] = [];
let answer: () => Promise<string[]> = async () => [];
const found = (shared: SharedNetwork): Promise<string[]> => {
  asked.push(shared);
  return answer();
};
let network: NodeNetwork = { host: [], uplink: null, pools: [], refused: [] };
const present = () => network;
beforeAll(async () => {
  lab = await openTestDatabase();
  home = await fs.mkdtemp(path.join(os.tmpdir(), 'innkeeper-reconcile-'));
  const log = SILENT_LOG;
  engine = await openEngine({
    kind: 'simulated',
    home,
    projectRoot: home,
    root: false,
    log,
    simulated: { network: { detectChanges: found, readState: present } },
  });
  id = await givenNode(lab.db, { name: 'here' });
});
afterAll(async () => {
  await lab.close();
  await fs.rm(home, { recursive: true, force: true });
});

async function run() {
  await reconcileNetwork({ ...givenJobCx(lab.db), engine, node: { id, name: 'here' }, log: SILENT_LOG });
  return lab.db.selectFrom('nodes').select(['uplink_made_at', 'uplink_error']).where('id', '=', id).executeTakeFirstOrThrow();
}

const openAlerts = async () => {
  const rows = await lab.db
    .selectFrom('operator_alerts')
    .select(['kind', 'message'])
    .where('resolved_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ kind, message }) => `${kind}: ${message}`);
};

test('applies the setting to the engine, stores the result, and alerts the operator once', async () => {
  await run();
  expect(asked.at(-1)).toMatchObject({ uplink: NO_UPLINK });
  const uplink = { ...NO_UPLINK, mode: 'nat' as const };
  await lab.db
    .updateTable('nodes')
    .set({ uplink: JSON.stringify(uplink) })
    .where('id', '=', id)
    .execute();
  answer = () => Promise.reject(new EngineError('network', 'the host has no default route'));
  await run();
  expect(await run()).toEqual({ uplink_made_at: null, uplink_error: 'the host has no default route' });
  expect(await openAlerts()).toEqual([expect.stringContaining('uplink_failed: The uplink (nat) of node here')]);
  answer = async () => [];
  expect(await run()).toEqual({ uplink_made_at: expect.any(Date), uplink_error: null });
  expect(asked.at(-1)).toMatchObject({ uplink });
  expect(await openAlerts()).toEqual([]);
  answer = async () => ["the host's rules"];
  await run();
  expect(await openAlerts()).toEqual([
    expect.stringContaining(
      "network_restored: The network of node here was changed outside of Innkeeper and is restored: the host's rules.",
    ),
  ]);
});

test('does not store the result of a setting that was replaced in the meantime', async () => {
  const changed = { uplink: JSON.stringify({ ...NO_UPLINK, mode: 'routed' }), uplink_made_at: null };
  answer = async () => {
    await lab.db.updateTable('nodes').set(changed).where('id', '=', id).execute();
    return [];
  };
  await lab.db.updateTable('nodes').set({ uplink_made_at: null }).where('id', '=', id).execute();
  expect(await run()).toMatchObject({ uplink_made_at: null });
});

test("omits a pool that the host depends on with an alert, uses the others, and reports the kernel's state", async () => {
  answer = async () => [];
  const transaction = lab.db.transaction();
  await transaction.execute(async (trx) => {
    await addPool(trx, { name: 'good', cidr: '10.7.0.0/24', gateway: '10.7.0.1' });
    await addPool(trx, { name: 'bad', cidr: '10.8.0.0/24', gateway: '10.8.0.1' });
  });
  const poolAlerts = async () => (await openAlerts()).filter((one) => one.startsWith('pool_refused'));
  const asksFor = () => asked.at(-1)?.pools.map(({ cidr }) => cidr);
  const set = (changes: Partial<NodeNetwork>) => {
    network = { ...network, ...changes };
  };
  set({ host: [{ address: '10.8.0.53', use: 'resolver', name: null }], pools: ['10.7.0.0/24'] });
  await run();
  expect(asksFor()).toEqual(expect.arrayContaining(['10.7.0.0/24']));
  expect(asksFor()).not.toContain('10.8.0.0/24');
  expect(await poolAlerts()).toEqual([
    expect.stringContaining('Node here does not use the pool bad: 10.8.0.0/24 contains 10.8.0.53, a resolver of node here.'),
  ]);
  const row = await lab.db.selectFrom('nodes').select('network').where('id', '=', id).executeTakeFirstOrThrow();
  expect(row.network).toEqual(network);

  // The pool's servers would be disconnected.
  const { accountId } = await givenAccount(lab.db);
  const serverId = await givenServer(lab.db, { accountId, node_id: id, address: false });
  await lab.db
    .updateTable('ip_addresses')
    .set({ server_id: serverId, account_id: accountId })
    .where('address', '=', '10.8.0.7')
    .execute();
  await run();
  expect(asksFor()).toContain('10.8.0.0/24');
  expect(await poolAlerts()).toHaveLength(1);

  // The engine found another pool that this host cannot have.
  set({ host: [], refused: [{ cidr: '10.7.0.0/24', why: 'The host reaches it by eth7.' }] });
  await run();
  expect(asksFor()).toEqual(expect.arrayContaining(['10.7.0.0/24', '10.8.0.0/24']));
  expect(await poolAlerts()).toEqual([
    expect.stringContaining('Node here does not use the pool good: The host reaches it by eth7.'),
  ]);
  set({ refused: [] });
  await run();
  expect(await poolAlerts()).toEqual([]);
});
