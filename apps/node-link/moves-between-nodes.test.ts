/** Moves a running machine from the engine of one node to that of another over the link, as the steps of the workflow do. */
import { exampleSpec } from '@innkeeper/engine/compute/spec.example';
import { type LinkedNodes, openLinkedNodes } from '@innkeeper/lab/linked-nodes';
import { afterEach, beforeEach, expect, test } from 'vitest';

let nodes: LinkedNodes;
beforeEach(async () => {
  nodes = await openLinkedNodes();
});
afterEach(() => nodes.close());

test('a machine moves to the other node and runs there alone', async () => {
  const machineId = `srv-${nodes.serverId}`;
  const { local, b } = nodes;
  const [from, to] = [local.engine.compute, b.engine.compute];
  const spec = { ...exampleSpec(), machineId, nic: { ...exampleSpec().nic, machineId } };
  await from.create(spec);
  await from.start(machineId);
  await expect.poll(async () => (await from.inspect(machineId)).up).toBe(true);
  const { bootId } = await from.inspect(machineId);
  await nodes.move();
  const { plug: _plug, ...card } = spec.nic;
  await b.engine.network.attach(card, { held: true });
  const addresses = async () => (await b.engine.network.holdings()).addresses;
  await to.receive(spec, await from.offer(machineId));

  await from.sendDisk(machineId, { stream: await local.peers.connect('b', machineId, 'disk') });
  await expect(local.peers.connect('b', machineId, 'disk')).rejects.toMatchObject({ kind: 'guest', retryable: false });
  await expect(local.peers.take('b', machineId, { bootId })).rejects.toMatchObject({ kind: 'guest' });
  expect(await addresses()).toEqual([]);
  await from.sendMemory(machineId, {
    stream: await local.peers.connect('b', machineId, 'memory'),
    hold: async () => {},
    commit: () => nodes.place(b.id),
  });
  for (let i = 0; i < 2; i += 1) await local.peers.take('b', machineId, { bootId });
  expect(await to.inspect(machineId)).toMatchObject({ power: 'running', up: true, bootId });
  expect((await from.inspect(machineId)).up).toBe(false);
  expect(await addresses()).toMatchObject([{ machineId }]);
});
