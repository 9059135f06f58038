/** Tests firewalls with a worker and the simulated engine: the node applies the stored rules. */
import { updateServer } from '@innkeeper/db/tables/servers';
import { EngineError } from '@innkeeper/engine/error';
import { FirewallRecord } from '@innkeeper/engine/network/firewalls';
import { reconcileNetwork } from '@innkeeper/jobs/reconcile-network';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenFirewall } from '../../given-firewalls.ts';
import { deploy } from '../given-deploy.ts';

let chain: Chain;
let owner: GivenAccount;
let nodeId: number;
beforeAll(async () => {
  chain = await openChain();
  nodeId = await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 100_000n });
});
afterAll(() => chain.close());

const call = (name: Parameters<Chain['call']>[0], id: number, body?: object) =>
  chain.call(name, { params: { id }, ...(body && { body }) }, { token: owner.token });
const settled = (id: number) =>
  vi.waitFor(
    async () => {
      const { body } = await call('getFirewall', id);
      expect(body.status).toBe('active');
      return body;
    },
    { timeout: 20_000, interval: 20 },
  );
const onNode = () => new FirewallRecord(chain.home, 'simulated').read();

test('applyFirewall, setFirewallRules, removeFirewall: the firewall is active after its node has applied it', async () => {
  const id = await givenFirewall(chain.db, owner);
  const server = await givenServer(chain.db, { accountId: owner.accountId });
  await call('applyFirewall', id, { server_ids: [server] });
  expect((await settled(id)).servers).toMatchObject([{ id: server, status: 'applied' }]);
  expect(await onNode()).toMatchObject({
    firewalls: [{ id, version: 1, rules: [{ ports: ['22'] }] }],
    machines: { [`srv-${server}`]: [id] },
  });
  await call('setFirewallRules', id, { rules: [] });
  await settled(id);
  expect(await onNode()).toMatchObject({ firewalls: [{ id, version: 2, rules: [] }] });
  // Setting the same rules again is no change.
  expect((await call('setFirewallRules', id, { rules: [] })).body.status).toBe('active');
  await call('removeFirewall', id, { server_ids: [server] });
  expect((await settled(id)).servers).toEqual([]);
  expect(await onNode()).toEqual({ firewalls: [], machines: {} });
  const events = await chain.db.selectFrom('events').select('data').where('resource_kind', '=', 'firewall').execute();
  expect(events.at(-1)?.data).toEqual({ status: 'active' });
  const operation = chain.db
    .selectFrom('workflows')
    .select(['shown_state', 'account_id'])
    .where('resource_kind', '=', 'firewall');
  expect(await operation.executeTakeFirst()).toEqual({ shown_state: 'done', account_id: owner.accountId });
});

test('firewall changes are applied while the server is locked', async () => {
  const id = await givenFirewall(chain.db, owner);
  const server = await givenServer(chain.db, { accountId: owner.accountId, power: 'running' });
  const lock = { kind: 'server', resource_id: server, reason: 'snapshot', locked_at: new Date() };
  await chain.db
    .insertInto('locks')
    .values({ ...lock, workflow_id: await anyWorkflow(server), deadline_at: new Date() })
    .execute();
  expect((await call('applyFirewall', id, { server_ids: [server] })).status).toBe(200);
  await settled(id);
  await chain.db.deleteFrom('locks').where('resource_id', '=', server).execute();
});

async function anyWorkflow(server: number): Promise<number> {
  const row = { kind: 'server.snapshot', account_id: owner.accountId, resource_kind: 'server', resource_id: server, input: '{}' };
  const { id } = await chain.db
    .insertInto('workflows')
    .values({ ...row, state: 'stuck' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

test('a new server gets its firewalls before its network card; a terminated server has none', async () => {
  const other = await givenAccount(chain.db, { funds: 100_000n });
  const id = await givenFirewall(chain.db, { ...other, forNewServers: true });
  await givenFirewall(chain.db, other);
  const order: string[] = [];
  const { network } = chain.engine;
  const [set, attach] = [network.setFirewalls.bind(network), network.attach.bind(network)];
  vi.spyOn(network, 'setFirewalls').mockImplementation(async (read) => {
    await set(read);
    order.push('firewalls');
  });
  vi.spyOn(network, 'attach').mockImplementation(async (nic) => {
    order.push('card');
    return attach(nic);
  });
  const { body } = await deploy(chain, other);
  await chain.serverWhen(body.id, other.token, (server) => server.status === 'active' && server.locked === null);
  vi.restoreAllMocks();
  expect(order.slice(0, 2)).toEqual(['firewalls', 'card']);
  const firewalls = await chain.call('listFirewalls', { query: { 'filter[server_id]': body.id } }, { token: other.token });
  expect(firewalls.body.data).toMatchObject([{ id, status: 'active', servers: [{ id: body.id, status: 'applied' }] }]);
  expect((await onNode()).machines).toHaveProperty(`srv-${body.id}`, [id]);
  await updateServer(chain.db, body.id, { status: 'terminated', holds_capacity: false });
  expect((await chain.call('getFirewall', { params: { id } }, { token: other.token })).body.servers).toEqual([]);
});

test('refuses to order a server on a host that cannot apply its firewall', async () => {
  const other = await givenAccount(chain.db, { funds: 100_000n });
  await givenFirewall(chain.db, { ...other, forNewServers: true });
  await chain.db.updateTable('nodes').set({ filters: false }).execute();
  const answer = await deploy(chain, other);
  await chain.db.updateTable('nodes').set({ filters: true }).execute();
  expect(answer).toMatchObject({ status: 501, body: { code: 'not_supported' } });
});

test('a firewall that the engine refuses stays pending, and reconciling applies it', async () => {
  const id = await givenFirewall(chain.db, owner);
  const server = await givenServer(chain.db, { accountId: owner.accountId });
  const cx = {
    ...givenJobCx(chain.db),
    engine: chain.engine,
    node: { id: nodeId, name: 'local' },
    log: { info() {}, warn() {}, error() {} },
  };
  vi.spyOn(chain.engine.network, 'setFirewalls').mockRejectedValue(
    new EngineError('network', 'no such luck', { retryable: false }),
  );
  await call('applyFirewall', id, { server_ids: [server] });
  await chain.worker.idle();
  await reconcileNetwork(cx);
  const alerts = () =>
    chain.db
      .selectFrom('operator_alerts')
      .select('message')
      .where('kind', '=', 'firewalls_failed')
      .where('resolved_at', 'is', null);
  expect(await alerts().execute()).toMatchObject([{ message: expect.stringContaining('no such luck') }]);
  expect((await call('getFirewall', id)).body).toMatchObject({ status: 'applying', servers: [{ status: 'applying' }] });
  vi.restoreAllMocks();
  await reconcileNetwork(cx);
  expect((await call('getFirewall', id)).body).toMatchObject({ status: 'active', servers: [{ status: 'applied' }] });
  expect(await alerts().execute()).toEqual([]);
});
