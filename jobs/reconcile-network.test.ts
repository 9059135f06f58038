import { EngineError } from '@innkeeper/engine/compute/port';
import { SILENT_LOG } from '@innkeeper/engine/log';
import type { SharedNetwork } from '@innkeeper/engine/network/port';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenNode } from '@innkeeper/lab/given';
import { systemClock } from '@innkeeper/model/clock';
import { NO_UPLINK } from '@innkeeper/model/uplink';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobNamed, type NodeContext } from './job.ts';
import { reconcileNetwork } from './reconcile-network.ts';

let lab: TestDatabase;
let id: number;
const asked: SharedNetwork[] = [];
let answer: () => Promise<string[]> = async () => [];
beforeAll(async () => {
  lab = await openTestDatabase();
  id = await givenNode(lab.db, { name: 'here' });
});
afterAll(() => lab.close());

async function run() {
  const reconcile = (shared: SharedNetwork) => {
    asked.push(shared);
    return answer();
  };
  const engine = { network: { reconcile } } as unknown as NodeContext['engine'];
  const node = { id, name: 'here' };
  const cx = {
    db: lab.db,
    clock: systemClock,
    engine,
    node,
    log: SILENT_LOG,
    actor: jobNamed('reconcile-network'),
    requestId: null,
  };
  await reconcileNetwork(cx as unknown as NodeContext);
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
