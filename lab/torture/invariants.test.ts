/** Tests that every violation is found. Each test breaks one invariant of a system in which all hold. */

import { serverDeploy } from '@innkeeper/workflows/servers/deploy';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failingAt } from './faults.ts';
import { findViolations } from './invariants.ts';
import { enqueueTest, openTortureLab, type TortureLab, waitUntilEnded } from './lab.ts';
import { deployOne } from './scenarios/server-deploy.ts';

let lab: TortureLab;
/** Creates an active server, and one whose deploy was undone. */
beforeAll(async () => {
  lab = await openTortureLab();
  for (const definition of [serverDeploy, failingAt(serverDeploy, 'wait', 'after')]) {
    const begun = await deployOne.begin(lab);
    const worker = await lab.worker([definition]);
    await waitUntilEnded(lab, begun.workflowIds);
    await worker.stop();
  }
  expect(await findViolations(lab)).toEqual([]);
});
afterAll(() => lab.close());

const VIOLATIONS: [name: string, statement: ReturnType<typeof sql>, sentence: RegExp][] = [
  ['a lock', sql`insert into locks select 'server', 99, min(id), 'test', now(), now() from workflows`, /is still held/],
  ['an unfinished workflow', sql`update workflows set state = 'stuck' where state = 'done'`, /is stuck/],
  ['a worker named', sql`update workflows set worker_id = 1`, /or a lease is named/],
  [
    'an ended workflow without an audit line',
    sql`insert into workflows (kind, input, state, finished_at) values ('a', '{}', 'done', now())`,
    /0 lines/,
  ],
  ['an undone workflow without an alert', sql`delete from operator_alerts`, /0 alerts say so/],
  ['an alert left open', sql`insert into operator_alerts (kind, key, message) values ('workflow_stuck', 'x', 'x')`, /still open/],
  [
    'an incomplete copy',
    sql`insert into copies (account_id, kind, server_id, name, origin, status, server_hostname, server_ip, size_gb, image_id)
      select account_id, 'backup', id, 'x', 'weekly', 'creating', hostname, '', 1, image_id from servers limit 1`,
    /still being made/,
  ],
  ['a server half built', sql`update services set status = 'processing' where status = 'active'`, /although nothing runs/],
  [
    'a server that is booting although no workflow runs',
    sql`update server_details set power = 'booting' from services v where v.id = server_details.id and status = 'active'`,
    /power is booting/,
  ],
  [
    'an ended server that runs',
    sql`update server_details set power = 'running' from services v where v.id = server_details.id and status = 'terminated'`,
    /power is running/,
  ],
  ['a living server without capacity', sql`update server_details set holds_capacity = false`, /holds no capacity/],
  ['an end without a reason', sql`update server_details set status_reason = null`, /without a time or a reason/],
  ['capacity sold twice', sql`update nodes set vcpus_used = vcpus_used + 1`, /vCPUs/],
  [
    'an address of an ended server',
    sql`update ip_addresses set account_id = s.account_id, server_id = s.id from servers s
      where s.status = 'terminated' and ip_addresses.id = (select id from ip_addresses where account_id is null limit 1)`,
    /which is terminated/,
  ],
  [
    'an address held for no server',
    sql`update ip_addresses set account_id = (select min(id) from accounts) where id = (select id from ip_addresses where account_id is null limit 1)`,
    /for no server/,
  ],
  [
    'a server without address',
    sql`update ip_addresses set account_id = null, server_id = null, main = false`,
    /0 main addresses/,
  ],
  [
    'a refund not marked',
    sql`update order_lines set refunded_at = null, refunded_net = 0, refunded_vat = 0`,
    /less paid orders plus refunds/,
  ],
  ['a line refunded though it serves', sql`update order_lines set refunded_at = now()`, /refunded; its server/],
  ['a paid order without payment', sql`update orders set paid_at = null where status = 'paid'`, /was not paid/],
  [
    'an order that does not add up',
    sql`update order_lines set list_net = list_net + 1, net = net + 1, gross = gross + 1`,
    /its lines are for/,
  ],
  ['an order for nothing', sql`update orders set status = 'paid'`, /all of its lines are refunded/],
];

test.each(VIOLATIONS)('%s', async (_name, statement, sentence) => {
  const undo = new Error('undo');
  const broken = lab.db.transaction().execute(async (trx) => {
    await statement.execute(trx);
    expect((await findViolations({ db: trx, engine: lab.engine })).join('\n')).toMatch(sentence);
    throw undo;
  });
  await expect(broken).rejects.toBe(undo);
});

test('finds a machine without a server, a missing one, and a stopped one', async () => {
  const [machine] = await lab.engine.compute.list();
  const machineId = machine?.machineId ?? '';
  const found = async () => (await findViolations(lab)).join('\n');
  await lab.engine.compute.powerOff(machineId);
  expect(await found()).toMatch(/should be running, and is stopped/);
  await lab.engine.compute.destroy(machineId);
  expect(await found()).toMatch(/should be running, and is absent/);
  await lab.engine.network.detach(machineId);
  expect(await found()).toMatch(/has no port/);
  await lab.engine.network.attach({ machineId: 'srv-999', mac: '52:54:00:00:00:09', hostname: 'x', addresses: [], dns: [] });
  expect(await found()).toMatch(/serves nobody/);
});

test('finds a workflow that has not ended', async () => {
  await enqueueTest(lab, 'a');
  expect((await findViolations(lab)).join('\n')).toMatch(/is queued/);
});
