/** Tests that a firewall that a node refuses stops only its own workflow, with a worker and the simulated engine. */
import { updateFirewall } from '@innkeeper/db/tables/firewalls';
import { FirewallRecord } from '@innkeeper/engine/network/firewalls';
import { reconcileNetwork } from '@innkeeper/jobs/reconcile-network';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenFirewall, givenPendingFirewall, refuseFirewalls } from '../../given-firewalls.ts';
import { deploy } from '../given-deploy.ts';

let chain: Chain;
let nodeId: number;
let owner: GivenAccount;
/** A server of another account, with a firewall that the node refuses. */
let neighbour: { accountId: number; serverId: number };
let refused: Set<number>;
beforeAll(async () => {
  chain = await openChain();
  nodeId = await givenNode(chain.db);
  const { accountId } = await givenAccount(chain.db);
  neighbour = { accountId, serverId: await givenServer(chain.db, { accountId }) };
  refuseFirewalls(chain.engine.network, ({ id }) => refused.has(id));
});
beforeEach(async () => {
  owner = await givenAccount(chain.db, { funds: 100_000n });
  refused = new Set();
  await chain.db.deleteFrom('firewall_servers').execute();
  await reconcile();
  refused = new Set([await givenPendingFirewall(chain.db, neighbour)]);
});
afterAll(() => chain.close());

const call = (name: Parameters<Chain['call']>[0], id: number, body?: object) =>
  chain.call(name, { params: { id }, ...(body && { body }) }, { token: owner.token });
const onNode = () => new FirewallRecord(chain.home, 'simulated').read();
const statesOf = (id: number) =>
  chain.db
    .selectFrom('workflows')
    .select('state')
    .where('kind', '=', 'firewall.apply')
    .where('resource_id', '=', id)
    .orderBy('id')
    .execute();
const ended = (id: number, count: number) =>
  vi.waitFor(
    async () => {
      const states = (await statesOf(id)).map(({ state }) => state);
      expect(states.filter((state) => state === 'done' || state === 'undone')).toHaveLength(count);
    },
    { timeout: 20_000, interval: 20 },
  );
const pending = async () => {
  const links = await chain.db
    .selectFrom('firewall_servers')
    .select(['firewall_id', 'pending', 'removing'])
    .orderBy('firewall_id')
    .execute();
  return links.filter((link) => link.pending || link.removing).map(({ firewall_id }) => firewall_id);
};
const reconcile = () =>
  reconcileNetwork({
    ...givenJobCx(chain.db),
    engine: chain.engine,
    node: { id: nodeId, name: 'local' },
    log: { info() {}, warn() {}, error() {} },
  });
const alerts = () =>
  chain.db
    .selectFrom('operator_alerts')
    .select('message')
    .where('kind', '=', 'firewalls_failed')
    .where('resolved_at', 'is', null)
    .execute();

test('rules of another firewall are applied, changed and removed', async () => {
  const id = await givenFirewall(chain.db, owner);
  const server = await givenServer(chain.db, { accountId: owner.accountId });
  await call('applyFirewall', id, { server_ids: [server] });
  await chain.worker.idle();
  expect(await onNode()).toMatchObject({ firewalls: [{ id, version: 1 }], machines: { [`srv-${server}`]: [id] } });
  await call('setFirewallRules', id, { rules: [] });
  await chain.worker.idle();
  expect(await onNode()).toMatchObject({ firewalls: [{ id, version: 2, rules: [] }] });
  expect((await call('getFirewall', id)).body).toMatchObject({ status: 'active', servers: [{ id: server, status: 'applied' }] });
  await call('removeFirewall', id, { server_ids: [server] });
  await chain.worker.idle();
  expect(await onNode()).toEqual({ firewalls: [], machines: {} });
  expect((await call('getFirewall', id)).body).toMatchObject({ status: 'active', servers: [] });
  expect(await statesOf(id)).toEqual(Array(3).fill({ state: 'done' }));
  expect(await pending()).toEqual([...refused]);
});

test('a new server with a firewall is built', async () => {
  const id = await givenFirewall(chain.db, { ...owner, forNewServers: true });
  const { body } = await deploy(chain, owner);
  await chain.serverWhen(body.id, owner.token, ({ status, locked }) => status !== 'processing' && locked === null);
  expect((await call('getServer', body.id)).body.status).toBe('active');
  expect(await onNode()).toMatchObject({ firewalls: [{ id }], machines: { [`srv-${body.id}`]: [id] } });
  expect(await pending()).toEqual([...refused]);
});

test('a new server whose own firewall is refused is not built', async () => {
  refused.add(await givenFirewall(chain.db, { ...owner, forNewServers: true }));
  const { body } = await deploy(chain, owner);
  await chain.serverWhen(body.id, owner.token, ({ status, locked }) => status !== 'processing' && locked === null);
  expect((await call('getServer', body.id)).body.status).toBe('terminated');
  expect(await onNode()).toEqual({ firewalls: [], machines: {} });
});

test('a workflow fails if its own firewall is refused, and a server keeps the firewall that this one replaces', async () => {
  const [before, after] = [await givenFirewall(chain.db, owner), await givenFirewall(chain.db, owner)];
  const server = await givenServer(chain.db, { accountId: owner.accountId });
  await call('applyFirewall', before, { server_ids: [server] });
  await chain.worker.idle();
  refused.add(after);
  await call('applyFirewall', after, { server_ids: [server] });
  await ended(after, 1);
  expect(await statesOf(after)).toEqual([{ state: 'undone' }]);
  expect((await onNode()).machines).toEqual({ [`srv-${server}`]: [before] });
  await call('removeFirewall', before, { server_ids: [server] });
  await ended(before, 2);
  expect((await onNode()).machines).toEqual({ [`srv-${server}`]: [before] });
  expect((await call('getFirewall', before)).body.servers).toMatchObject([{ status: 'removing' }]);
  refused.clear();
  await reconcile();
  expect((await onNode()).machines).toMatchObject({ [`srv-${server}`]: [after] });
  expect((await call('getFirewall', before)).body).toMatchObject({ status: 'active', servers: [] });
});

test('new rules that are refused leave the earlier version in force, and other firewalls of the server change', async () => {
  const [kept, other] = [await givenFirewall(chain.db, owner), await givenFirewall(chain.db, owner)];
  const server = await givenServer(chain.db, { accountId: owner.accountId });
  for (const id of [kept, other]) await call('applyFirewall', id, { server_ids: [server] });
  await chain.worker.idle();
  refused.add(kept);
  await updateFirewall(chain.db, kept, { status: 'applying', version: 2 });
  await chain.db.updateTable('firewall_servers').set({ pending: true }).where('firewall_id', '=', kept).execute();
  const stop = refuseFirewalls(chain.engine.network, ({ id, version }) => id === kept && version > 1);
  refused.delete(kept);
  await call('setFirewallRules', other, { rules: [] });
  await chain.worker.idle();
  const versions = (await onNode()).firewalls.map(({ id, version }) => ({ id, version }));
  expect(versions.sort((a, b) => a.id - b.id)).toEqual([
    { id: kept, version: 1 },
    { id: other, version: 2 },
  ]);
  expect((await onNode()).machines).toEqual({ [`srv-${server}`]: [kept, other] });
  expect(await pending()).toEqual([...refused, kept]);
  stop();
});

test('reconciling applies all other firewalls, and its alert names the refused ones', async () => {
  const ids: number[] = [];
  for (let count = 0; count < 5; count++) {
    const serverId = await givenServer(chain.db, { accountId: owner.accountId });
    ids.push(await givenPendingFirewall(chain.db, { ...owner, serverId }));
  }
  refused.add(ids[3] as number);
  await reconcile();
  expect(await pending()).toEqual([...refused]);
  const [alert] = await alerts();
  expect(alert?.message).toContain(
    `firewalls ${[...refused].join(', ')} (2 in total) could not be applied on node local: firewall ${[...refused][0]} is refused.`,
  );
  refused.clear();
  await reconcile();
  expect(await pending()).toEqual([]);
  expect(await alerts()).toEqual([]);
});
