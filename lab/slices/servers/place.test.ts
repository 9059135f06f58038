/** Tests that staff sets a server to the node where its guest runs, after a restore has brought back the row from before its move. */
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { releasePart, reserveCapacity } from '@innkeeper/db/tables/nodes';
import { sizeOf } from '@innkeeper/db/tables/plans';
import { updateServer } from '@innkeeper/db/tables/servers';
import { needOf } from '@innkeeper/model/servers/capacity';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { openTwoNodes, type TwoNodes } from '../../two-nodes.ts';
import { deploy } from '../given-deploy.ts';

const WAIT = { timeout: 20_000 };

let lab: TwoNodes;
let operator: Operator;
let owner: GivenAccount;
let id: number;
beforeAll(async () => {
  lab = await openTwoNodes();
  operator = openOperator(lab);
  owner = await givenAccount(lab.db, { funds: 1_000_000n });
  await operator.run('drainNode', { node: 'a' });
  id = (await deploy(lab, owner, { name: 'one' })).body.id;
  await vi.waitUntil(async () => (await row()).status === 'active' && (await row()).power === 'running', WAIT);
  await operator.run('activateNode', { node: 'a' });
});
afterAll(() => lab.close());

const row = () => lab.db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const alertKeys = async () => (await openAlerts(lab.db)).map(({ kind, key }) => `${kind} ${key}`).sort();
const memoryUsed = async () =>
  (await lab.db.selectFrom('nodes').select('memory_mb_used').orderBy('name').execute()).map((node) => node.memory_mb_used);
const place = (on = 'b') => operator.run('placeServer', { server: id, on });
const act = async (operation: 'powerOffServer' | 'startServer', power: string) => {
  expect((await lab.call(operation, { params: { id } }, { token: owner.token })).status).toBe(200);
  await vi.waitUntil(async () => {
    const locks = await lab.db.selectFrom('locks').select('kind').where('resource_id', '=', id).execute();
    return locks.length === 0 && (await row()).power === power;
  }, WAIT);
};

/** Sets row and capacity of the server back to node `a`, as a restored backup from before its move does. */
async function restoreOldRow(): Promise<void> {
  const need = needOf(sizeOf(await row()));
  await lab.db.transaction().execute(async (trx) => {
    await updateServer(trx, id, { node_id: lab.a.id });
    await releasePart(trx, lab.b.id, need);
    expect(await reserveCapacity(trx, lab.a.id, need)).toBe(true);
  });
}

test('a server that runs where its row says is not placed elsewhere', async () => {
  await expect(place()).rejects.toMatchObject({ code: 'wrong_state', message: `Server ${id} is already on node b.` });
  await expect(place('a')).rejects.toThrow('has not reported the guest');
  await expect(place('nowhere')).rejects.toMatchObject({ code: 'not_found' });
  await expect(operator.run('placeServer', { server: 999, on: 'b' })).rejects.toMatchObject({ code: 'not_found' });
});

test('a server whose row names its old node is placed where its guest runs, and obeys there', async () => {
  const before = await memoryUsed();
  await lab.a.stop();
  await lab.b.stop();
  await restoreOldRow();
  await lab.b.start();
  await vi.waitUntil(async () => (await alertKeys()).includes(`guest_unknown b/server:${id}`), WAIT);
  // The worker of the old node has not looked yet. Its machine may be there.
  await expect(place()).rejects.toThrow(/worker of node a has not found the machine of server \d+ absent/);
  await lab.a.start();
  await vi.waitUntil(async () => (await row()).power === 'absent', WAIT);
  expect(await alertKeys()).toEqual([`guest_unknown b/server:${id}`, `server_lost server:${id}`]);

  await operator.run('drainNode', { node: 'b' });
  await expect(place()).rejects.toMatchObject({ code: 'no_capacity' });
  await operator.run('activateNode', { node: 'b' });
  expect(await operator.print('placeServer', { server: id, on: 'b' })).toContain('is on node b now');
  expect(await memoryUsed()).toEqual(before);
  await expect
    .poll(async () => [await alertKeys(), (await row()).power, (await row()).node_id], WAIT)
    .toEqual([[], 'running', lab.b.id]);
  expect(await lab.db.selectFrom('audit_log').select('details').where('action', '=', 'placeServer').execute()).toEqual([
    { details: { from: 'a', to: 'b' } },
  ]);

  await act('powerOffServer', 'stopped');
  await act('startServer', 'running');
  expect((await lab.b.engine.compute.inspect(machineIdOf(id))).power).toBe('running');
  expect(await lab.a.engine.compute.list()).toEqual([]);
});
