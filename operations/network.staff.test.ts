import { type Lab, openLab } from '@innkeeper/lab/app';
import { givenNode } from '@innkeeper/lab/given';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import type { HostAddress, NodeNetwork } from '@innkeeper/model/net/node-network';
import { NO_UPLINK } from '@innkeeper/model/net/uplink';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: Lab;
let operator: Operator;
beforeAll(async () => {
  lab = await openLab();
  const checkUplink = async (shared: object) =>
    [{ name: 'uplink', ok: true, why: JSON.stringify(shared), remedy: null }] as const;
  operator = openOperator({
    ...lab,
    engine: {
      compute: { list: async () => [], directory: '/nowhere' },
      images: { provide: () => Promise.reject(new Error('no builds here')) },
      trials: null,
      imageFiles: { lookAt: async () => [], storedPath: (file) => file },
      network: { checkUplink: async (shared) => [...(await checkUplink(shared))] },
    },
  });
  await givenNode(lab.db, { name: 'local' });
  await givenNode(lab.db, { name: 'far' });
});
afterAll(() => lab.close());

test("uplinkNetwork sets the uplink of one node with an audit line; showNetwork shows it and its worker's report", async () => {
  expect(await operator.run('showNetwork')).toMatchObject({ node: 'local', uplink: NO_UPLINK, made_at: null, error: null });
  await operator.run('uplinkNetwork', { mode: 'nat', interface: 'eth0', allow: ['10.0.0.0/24'] });
  await lab.db
    .updateTable('nodes')
    .set({ uplink_made_at: new Date(), uplink_error: 'It broke.' })
    .where('name', '=', 'local')
    .execute();
  expect(await operator.run('showNetwork')).toMatchObject({
    ...{ uplink: { ...NO_UPLINK, mode: 'nat', interface: 'eth0', allow: ['10.0.0.0/24'] }, error: 'It broke.' },
    made_at: expect.any(String),
  });
  expect(await operator.run('uplinkNetwork', { mode: 'routed' })).toMatchObject({
    ...{ uplink: { ...NO_UPLINK, mode: 'routed' }, made_at: null, error: null },
  });
  expect(await operator.run('showNetwork', { node: 'far' })).toMatchObject({ uplink: NO_UPLINK });
  const lines = await lab.db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'uplinkNetwork')
    .orderBy('id')
    .execute();
  expect(lines.map(({ details }) => details)).toMatchObject([{ uplink: { mode: 'nat' } }, { uplink: { mode: 'routed' } }]);
});

test.each([
  [{ mode: 'none', interface: 'eth0' }, 'interface'],
  [{ mode: 'nat', vlan: 7 }, 'vlan'],
  [{ mode: 'nat', on_link: true }, 'on_link'],
  [{ mode: 'nat', interface: 'eth0"; drop' }, 'interface'],
  [{ mode: 'nat', allow: ['10.0.0.1/8'] }, 'allow.0'],
  [{ mode: 'nat', probe: ['example.org'] }, 'probe.0'],
  [{ mode: 'nat', probe: ['192.0.2.80', '192.0.2.81'] }, 'probe'],
  [{ mode: 'bridge', addresses: ['192.0.2.2/24'], gateways: ['192.0.2.1'] }, 'interface'],
  [{ mode: 'bridge', interface: 'eth1', gateways: ['192.0.2.1'] }, 'addresses'],
  [{ mode: 'bridge', interface: 'eth1', addresses: ['192.0.2.2'], gateways: ['192.0.2.1'] }, 'addresses.0'],
  [{ mode: 'bridge', interface: 'eth1', addresses: ['192.0.2.2/24'], gateways: ['192.0.2.1', '192.0.2.3'] }, 'gateways'],
])('uplinkNetwork refuses %j at its field', async (input, field) => {
  const refused = operator.run('uplinkNetwork', input);
  await expect(
    refused.catch((error: { details?: unknown; message: string }) => JSON.stringify(error.details ?? error.message)),
  ).resolves.toContain(field);
});

test('uplinkNetwork refuses networks that the host uses, and showNetwork shows the state of the kernel', async () => {
  const host: HostAddress[] = [
    { address: '192.0.2.2', use: 'interface', name: 'eth0' },
    { address: '10.8.0.53', use: 'resolver', name: null },
  ];
  const report = async (network: Partial<NodeNetwork>) => {
    const all = { host, uplink: null, pools: [], refused: [], ...network } satisfies NodeNetwork;
    await lab.db
      .updateTable('nodes')
      .set({ network: JSON.stringify(all) })
      .where('name', '=', 'far')
      .execute();
  };
  const refusal = (input: object) =>
    operator.run('uplinkNetwork', { node: 'far', ...input }).catch((error: { details?: unknown }) => error.details);
  expect(await operator.run('showNetwork', { node: 'far' })).toMatchObject({ present: null });
  await operator.run('addPool', { pool: 'good', cidr: '10.7.0.0/24', node: 'far' });
  await operator.run('addPool', { pool: 'bad', cidr: '10.8.0.0/24', node: 'far' });
  await report({});
  const own = { mode: 'bridge', interface: 'eth1', addresses: ['192.0.2.2/24'], gateways: ['192.0.2.1'] };
  expect(await refusal(own)).toMatchObject({
    errors: { 'addresses.0': [expect.stringContaining('192.0.2.2, an address of eth0')] },
  });
  const itself = { ...own, addresses: ['192.0.2.3/24'], gateways: ['192.0.2.2'] };
  expect(await refusal(itself)).toMatchObject({
    errors: { 'gateways.0': [expect.stringContaining('192.0.2.2, an address of eth0')] },
  });
  expect(await refusal({ mode: 'nat' })).toMatchObject({
    errors: {
      mode: [expect.stringContaining('The pool bad would cut the host off: 10.8.0.0/24 contains 10.8.0.53, a resolver')],
    },
  });
  await operator.run('setPool', { pool: 'bad', excluded: ['10.8.0.53'] });
  await operator.run('uplinkNetwork', { node: 'far', mode: 'nat' });

  await report({
    uplink: { interface: 'eth0', up: false },
    pools: ['10.7.0.0/24'],
    refused: [{ cidr: '10.8.0.0/24', why: 'No.' }],
  });
  expect(await operator.run('showNetwork', { node: 'far' })).toMatchObject({
    present: { interface: 'eth0', up: false, host: [{ address: '192.0.2.2', use: 'interface', name: 'eth0' }, {}] },
    pools: expect.arrayContaining([
      expect.objectContaining({ name: 'good', present: true, problem: null }),
      expect.objectContaining({ name: 'bad', present: false, problem: 'No.' }),
    ]),
  });
});

test('checkNetwork verifies uplink and pools of this host, and an unknown node is not found', async () => {
  const { findings } = await operator.run('checkNetwork');
  expect(JSON.parse(findings[0]?.why ?? '')).toMatchObject({ uplink: { mode: 'routed' }, pools: expect.any(Array) });
  await expect(operator.run('showNetwork', { node: 'none' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(operator.run('uplinkNetwork', { mode: 'nat', node: 'none' })).rejects.toMatchObject({ code: 'not_found' });
});
