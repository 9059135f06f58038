import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { EngineError } from '@innkeeper/engine/compute/port';
import { SILENT_LOG } from '@innkeeper/engine/log';
import type { SharedNetwork } from '@innkeeper/engine/network/port';
import { type Engine, openEngine } from '@innkeeper/engine/open';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenNode } from '@innkeeper/lab/given';
import { givenJobCx } from '@innkeeper/lab/given-cx';
import { NO_UPLINK } from '@innkeeper/model/uplink';
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
beforeAll(async () => {
  lab = await openTestDatabase();
  home = await fs.mkdtemp(path.join(os.tmpdir(), 'innkeeper-reconcile-'));
  const log = SILENT_LOG;
  engine = await openEngine({ kind: 'simulated', home, projectRoot: home, root: false, log, simulated: { network: { found } } });
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

test('brings the setting to the engine, writes what became of it, and tells the operator once', async () => {
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
    expect.stringContaining("network_restored: Somebody changed the host's rules of node here"),
  ]);
});

test('does not write what became of a setting that was replaced meanwhile', async () => {
  const changed = { uplink: JSON.stringify({ ...NO_UPLINK, mode: 'routed' }), uplink_made_at: null };
  answer = async () => {
    await lab.db.updateTable('nodes').set(changed).where('id', '=', id).execute();
    return [];
  };
  await lab.db.updateTable('nodes').set({ uplink_made_at: null }).where('id', '=', id).execute();
  expect(await run()).toMatchObject({ uplink_made_at: null });
});
