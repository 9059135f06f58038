import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount, givenServer } from '../../given.ts';
import { givenFirewall } from '../../given-firewalls.ts';

let lab: Lab;
let me: GivenAccount;
beforeAll(async () => {
  lab = await openLab({ settings: { firewallsPerAccount: 8, firewallsPerServer: 2, serversPerFirewall: 3 } });
  me = await givenAccount(lab.db);
});
afterAll(() => lab.close());

const call = (...[name, request, who = me]: [Parameters<Lab['call']>[0], Parameters<Lab['call']>[1]?, GivenAccount?]) =>
  lab.call(name, request ?? {}, who);
const server = (accountId = me.accountId) => givenServer(lab.db, { accountId });

test('createFirewall, getFirewall, listFirewalls, updateFirewall, deleteFirewall: returns rules in canonical form', async () => {
  const rules = [
    { direction: 'in', protocol: 'tcp', ports: ['443', '80'], description: 'The web site' },
    { direction: 'in', protocol: 'udp', networks: ['2001:DB8::1/32', '10.1.2.3/8'], ports: null },
  ];
  const created = await call('createFirewall', { body: { name: 'web', rules } });
  expect(created).toMatchObject({
    status: 201,
    body: {
      ...{ name: 'web', default: false, status: 'active', servers: [] },
      rules: [
        {
          ...{ direction: 'in', protocol: 'tcp', ports: ['80', '443'], description: 'The web site' },
          networks: ['0.0.0.0/0', '::/0'],
        },
        { direction: 'in', protocol: 'udp', ports: null, networks: ['10.0.0.0/8', '2001:db8::/32'], description: null },
      ],
    },
  });
  const params = { id: created.body.id };
  // Rules that were read can be set unchanged.
  const again = await call('setFirewallRules', { params, body: { rules: created.body.rules } });
  expect(again.body).toEqual(created.body);
  expect((await call('getFirewall', { params })).body).toEqual(created.body);
  expect((await call('listFirewalls')).body.data).toEqual([created.body]);
  const renamed = await call('updateFirewall', { params, body: { name: 'site', default: true } });
  expect(renamed).toMatchObject({ status: 200, body: { name: 'site', default: true, rules: created.body.rules } });
  expect((await call('deleteFirewall', { params })).status).toBe(204);
  expect((await call('getFirewall', { params })).status).toBe(404);
});

test.each([
  [{ direction: 'in', protocol: 'icmp', ports: ['8'] }, 'rules.0.ports'],
  [{ direction: 'in', protocol: 'tcp', ports: ['0-1'] }, 'rules.0.ports.0'],
  [{ direction: 'in', protocol: 'tcp', ports: ['http'] }, 'rules.0.ports.0'],
  [{ direction: 'in', protocol: 'icmpv6', networks: ['10.0.0.0/8'] }, 'rules.0.networks'],
  [{ direction: 'in', protocol: 'tcp', networks: ['10.0.0.0/33'] }, 'rules.0.networks.0'],
  [{ direction: 'in', protocol: 'sctp' }, 'rules.0.protocol'],
])('refuses %j with an error at the wrong field', async (rule, field) => {
  const params = { id: await givenFirewall(lab.db, await givenAccount(lab.db)) };
  const who = await ownerOf(params.id);
  const answer = await call('setFirewallRules', { params, body: { rules: [rule] } }, who);
  expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } });
});

async function ownerOf(id: number): Promise<GivenAccount> {
  const other = await givenAccount(lab.db);
  await lab.db.updateTable('firewalls').set({ account_id: other.accountId }).where('id', '=', id).execute();
  return other;
}

test('setFirewallRules: accepts at most 50 rules, of the largest kind', async () => {
  const other = await givenAccount(lab.db);
  const params = { id: await givenFirewall(lab.db, other) };
  const networks = Array.from({ length: 30 }, (_, i) => `2001:db8:ffff:ffff:ffff:ffff:ffff:${(0xff00 + i).toString(16)}/128`);
  const ports = Array.from({ length: 15 }, (_, i) => `${10_000 + 100 * i}-${10_010 + 100 * i}`);
  const rule = { direction: 'in', protocol: 'tcp', ports, networks, description: 'x'.repeat(100) };
  const set = (n: number) => call('setFirewallRules', { params, body: { rules: Array.from({ length: n }, () => rule) } }, other);
  expect((await set(50)).body.rules).toHaveLength(50);
  expect(await set(51)).toMatchObject({ status: 422, body: { errors: { rules: [expect.any(String)] } } });
});

test('applyFirewall and removeFirewall: updates the list of the server, and of no other', async () => {
  const [first, second] = [await givenFirewall(lab.db, me), await givenFirewall(lab.db, me)];
  const [one, two] = [await server(), await server()];
  const applied = await call('applyFirewall', { params: { id: first }, body: { server_ids: [two, one] } });
  expect(applied).toMatchObject({
    status: 200,
    body: { status: 'applying', servers: [one, two].map((id) => ({ id, status: 'applying' })) },
  });
  await call('applyFirewall', { params: { id: second }, body: { server_ids: [two] } });
  const of = async (id: number) =>
    (await call('listFirewalls', { query: { 'filter[server_id]': id } })).body.data.map((found: { id: number }) => found.id);
  expect([await of(one), await of(two)]).toEqual([[first], [first, second]]);
  const removed = await call('removeFirewall', { params: { id: first }, body: { server_ids: [two] } });
  expect(removed.body.servers).toMatchObject([{ status: 'applying' }, { id: two, status: 'removing' }]);
  expect(await call('deleteFirewall', { params: { id: first } })).toMatchObject({
    status: 422,
    body: { code: 'wrong_state', message: 'This firewall is applied to 2 servers. Remove it from there first.' },
  });
});

test('an error for one server refuses the request for all servers', async () => {
  const id = await givenFirewall(lab.db, me);
  const [own, ended] = [await server(), await givenServer(lab.db, { accountId: me.accountId, status: 'terminated' })];
  const apply = (...server_ids: number[]) => call('applyFirewall', { params: { id }, body: { server_ids } });
  expect((await apply(own, 999_999)).body.errors).toEqual({ 'server_ids.1': ['This server does not exist.'] });
  expect((await apply(own, ended)).body.errors).toEqual({
    'server_ids.1': ['This server is terminated. Choose another server.'],
  });
  expect((await apply(own, await server((await givenAccount(lab.db)).accountId))).status).toBe(403);
  expect((await call('getFirewall', { params: { id } })).body).toMatchObject({ status: 'active', servers: [] });
});

test('limits firewalls per server, servers per firewall, and firewalls per account and for new servers', async () => {
  const other = await givenAccount(lab.db);
  const mine = await server(other.accountId);
  const apply = async (id: number, ...server_ids: number[]) =>
    (await call('applyFirewall', { params: { id }, body: { server_ids } }, other)).body.errors;
  const [first, second, third] = [
    await givenFirewall(lab.db, other),
    await givenFirewall(lab.db, other),
    await givenFirewall(lab.db, other),
  ];
  await apply(first, mine);
  await apply(second, mine);
  expect(await apply(third, mine)).toEqual({ 'server_ids.0': ['A server can have at most 2 firewalls.'] });
  const more = [await server(other.accountId), await server(other.accountId), await server(other.accountId)];
  expect(await apply(first, ...more)).toEqual({ server_ids: ['A firewall can be applied to at most 3 servers.'] });
  const create = (body: object) => call('createFirewall', { body: { name: 'more', ...body } }, other);
  for (let i = 0; i < 2; i += 1) expect((await create({ default: true })).status).toBe(201);
  expect((await create({ default: true })).body.errors).toHaveProperty('default');
  expect((await call('updateFirewall', { params: { id: first }, body: { default: true } }, other)).body.errors).toHaveProperty(
    'default',
  );
  for (let i = 0; i < 3; i += 1) expect((await create({})).status).toBe(201);
  expect((await create({})).body.errors).toEqual({ name: ['An account can have at most 8 firewalls. Delete one first.'] });
});

test('reports that a host does not support firewalls', async () => {
  const other = await givenAccount(lab.db);
  const [id, mine] = [await givenFirewall(lab.db, other), await server(other.accountId)];
  await lab.db.updateTable('nodes').set({ filters: false }).execute();
  const answer = await call('applyFirewall', { params: { id }, body: { server_ids: [mine] } }, other);
  await lab.db.updateTable('nodes').set({ filters: true }).execute();
  expect(answer).toMatchObject({
    status: 501,
    body: { code: 'not_supported', message: expect.stringContaining('does not support firewalls') },
  });
});
