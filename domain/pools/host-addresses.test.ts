import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenNode } from '@innkeeper/lab/given';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import type { HostAddress, NodeNetwork } from '@innkeeper/model/net/node-network';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let operator: Operator;
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator({ db: lab.db });
  await givenNode(lab.db, { name: 'without-host' });
});
afterAll(() => lab.close());

const refusal = (name: 'addPool' | 'setPool', input: Record<string, unknown>) =>
  operator.run(name, input).catch((error: { details?: { errors?: unknown } }) => error.details?.errors);

test('refuses a network that contains an address of the host, and names it, for the nodes of the pool', async () => {
  const host: HostAddress[] = [
    { address: '10.9.0.2', use: 'interface', name: 'eth0' },
    { address: '10.9.0.1', use: 'router', name: null },
    { address: '10.9.1.53', use: 'resolver', name: null },
    { address: '2001:db8:9::80', use: 'mirror', name: 'deb.example.org' },
  ];
  const name = 'with-host';
  const other = await givenNode(lab.db, { name });
  const network = JSON.stringify({ host, uplink: null, pools: [], refused: [] } satisfies NodeNetwork);
  await lab.db.updateTable('nodes').set({ network }).where('id', '=', other).execute();
  const cases: [Record<string, unknown>, string][] = [
    [{ cidr: '10.9.0.0/24' }, '10.9.0.0/24 contains 10.9.0.2, an address of eth0 on node with-host.'],
    [{ cidr: '10.9.0.0/24', excluded: ['10.9.0.2'], gateway: '10.9.0.254' }, '10.9.0.0/24 contains 10.9.0.1, the router of'],
    [{ cidr: '10.9.1.0/24', node: name }, '10.9.1.0/24 contains 10.9.1.53, a resolver of node with-host.'],
    [{ cidr: '2001:db8:9::/48' }, 'contains 2001:db8:9::80, the package mirror deb.example.org of node with-host.'],
  ];
  for (const [input, sentence] of cases)
    expect(await refusal('addPool', { pool: 'used', ...input })).toEqual({ cidr: [expect.stringContaining(sentence)] });

  await operator.run('addPool', { pool: 'elsewhere', cidr: '10.9.1.0/24', node: 'without-host' });
  expect(await refusal('setPool', { pool: 'elsewhere', node: 'all' })).toEqual({ node: [expect.stringContaining('10.9.1.53')] });
  await operator.run('addPool', { pool: 'shared-link', cidr: '10.9.0.0/24', excluded: ['10.9.0.2'] });
  expect(await refusal('setPool', { pool: 'shared-link', excluded: ['none'] })).toEqual({
    excluded: [expect.stringContaining('10.9.0.2')],
  });
});
