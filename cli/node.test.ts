import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let operator: Operator;
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator(lab);
});
afterAll(() => lab.close());

test('node drain --live and node show say what happens to each server', async () => {
  const nodeId = await givenNode(lab.db, { name: 'a' });
  const { accountId } = await givenAccount(lab.db);
  const id = await givenServer(lab.db, { accountId, node_id: nodeId, address: false, hostname: 'web' });
  const stays = `Server ${id} (web) stays: it is on node a, which has no link to other nodes: set node.listen there.`;
  expect(await operator.print('drainNode', { node: 'a', live: true })).toBe(
    ['Node a is draining.', 'Its servers move to other nodes, at most two at a time. See ./innkeeper node show a.', stays].join(
      '\n',
    ),
  );
  const shown = await operator.print('showNode', { node: 'a' });
  expect(shown).toContain('Node a: draining, live\n');
  expect(shown.split('\n').at(-1)).toBe(stays);
  expect(await operator.print('listNodes', {})).toMatch(/^a +draining, live /m);

  expect(await operator.print('drainNode', { node: 'a' })).toBe(
    `Node a is draining.\nServer ${id} (web) stays: it is running: drain the node with --live to move it while it runs, or stop it first.`,
  );
  expect(await operator.print('showNode', { node: 'a' })).toContain(
    `stays: it is running: drain the node with --live, or stop the server.`,
  );
  await operator.run('activateNode', { node: 'a' });
  expect(await operator.print('showNode', { node: 'a' })).not.toContain('stays');
});
