import { expect, test } from 'vitest';
import {
  explainCopies,
  explainNoStoppedTarget,
  explainSource,
  explainStaying,
  explainTarget,
  type MoveNode,
  type MoveTarget,
  wayOf,
} from './moving.ts';

const NOW = new Date('2027-01-01T12:00:00Z');
const ROOM = { vcpus: 4, dedicatedVcpus: 4, memoryMb: 4_096, diskGb: 40 };
const NEED = { vcpus: 1, dedicatedVcpus: 0, memoryMb: 1_024, diskGb: 10 };
const NODE: MoveNode = {
  ...{ id: 2, name: 'b', state: 'active', engine: 'qemu', accelerator: 'kvm' },
  ...{ seenAt: NOW, filters: true, isLinked: true, uplink: { mode: 'routed', on_link: true } as const },
};
const SERVER = {
  ...{ isLocked: false, status: 'active', power: 'running' },
  ...{ isRescued: false, hasIso: false, boundAddress: undefined },
};
const BOTH = ['live', 'stopped'] as const;
const TWO = [{ id: 1 }, { id: 2 }];

test('a running server moves live, and a stopped one through a store', () => {
  expect([wayOf('running'), wayOf('stopped')]).toEqual(['live', 'stopped']);
  expect(explainStaying(SERVER, BOTH, 'a')).toBeUndefined();
  expect(explainStaying({ ...SERVER, power: 'stopped', status: 'suspended' }, BOTH, 'a')).toBeUndefined();
  expect(explainStaying(SERVER, ['stopped'], 'a')).toBe(
    'is running: drain the node with --live to move it while it runs, or stop it first',
  );
});

test.each([
  [{ isLocked: true }, 'is locked by another workflow'],
  [{ status: 'processing' }, 'is not built yet'],
  [{ power: 'booting' }, 'is booting: only a running or a stopped server'],
  [{ power: 'stalled' }, 'is stalled'],
  [{ power: 'crashed' }, 'is crashed'],
  [{ isRescued: true }, 'is in rescue mode'],
  [{ hasIso: true }, 'has an ISO in a drive'],
  [{ boundAddress: '10.77.0.11' }, 'has the address 10.77.0.11, which belongs to a pool of node a only'],
])('a server with %o stays', (fields, why) => {
  expect(explainStaying({ ...SERVER, ...fields }, BOTH, 'a')).toContain(why);
});

test('copies on the disk of the node keep a running server there, unless they may stay', () => {
  expect(explainCopies({ count: 0, leaves: false }, 'a')).toBeUndefined();
  expect(explainCopies({ count: 2, leaves: true }, 'a')).toBeUndefined();
  expect(explainCopies({ count: 1, leaves: false }, 'a')).toContain('has a copy on the disk of node a, which');
  expect(explainCopies({ count: 2, leaves: false }, 'a')).toContain('has 2 copies on the disk of node a, which');
});

test.each([
  [
    { sharing: [] },
    undefined,
    'no other node shares a copy store with node a, such as an S3 server or a common directory. Start it and move',
  ],
  [{ sharing: [3] }, undefined, 'has no node to move to: no node with the same copy store'],
  [
    { sharing: [3] },
    { id: 2, name: 'b' },
    'while it is stopped: nodes a and b share no copy store. Start it and move it while it runs',
  ],
  [{ sharing: [2] }, { id: 2, name: 'b' }, 'cannot be moved to node b: the node must be active'],
])('a stopped server with %o and the target %o has no node', (stopped, to, why) => {
  expect(explainNoStoppedTarget({ nodes: TWO, nodeId: 1, status: 'active', ...stopped }, 'a', to)).toContain(why);
});

test('nobody is told to start a suspended server', () => {
  for (const sharing of [[], [3]])
    expect(
      explainNoStoppedTarget({ nodes: TWO, nodeId: 1, status: 'suspended', sharing }, 'a', { id: 2, name: 'b' }),
    ).not.toContain('Start it');
});

test('nobody is told to start a server if there is no other node', () => {
  const alone = { nodes: [{ id: 1 }], nodeId: 1, sharing: [], status: 'active' };
  expect(explainNoStoppedTarget(alone, 'a')).toBe('has no node to move to: there is no other node');
});

test('a running server leaves only a node with worker, link and network', () => {
  expect(explainSource(NODE, NOW)).toBeUndefined();
  const later = new Date(NOW.getTime() + 60_000);
  expect(explainSource(NODE, later)).toBe('is on node b, whose worker is away');
  expect(explainSource({ ...NODE, isLinked: false }, NOW)).toContain('is on node b, which has no link');
  expect(explainSource({ ...NODE, filters: false }, NOW)).toContain('is on node b, which has no network of its own');
});

test.each<[Partial<MoveTarget>, string]>([
  [{ id: 1 }, 'the server is already on node b'],
  [{ state: 'draining' }, 'node b is draining'],
  [{ seenAt: null }, 'the worker of node b is away'],
  [{ engine: 'simulated' }, 'node b has another engine'],
  [{ accelerator: 'tcg' }, 'node b has the accelerator tcg, and the server runs with kvm'],
  [{ isLinked: false }, 'node b has no link to other nodes: set node.listen there'],
  [{ filters: false }, 'node b has no network of its own'],
  [{ uplink: null }, 'node b has no uplink, and node a answers'],
  [{ uplink: { mode: 'nat', on_link: false } }, 'node b has the uplink nat, and node a answers for its guests on the link'],
  [{ uplink: { mode: 'routed', on_link: false } }, 'node b has the addresses of its guests routed to it, and node a answers'],
  [{ room: { ...ROOM, memoryMb: 512 } }, 'node b has too little memory (needed 1 GB, free 0.5 GB)'],
])('a node with %o is no target', (fields, why) => {
  const about = { source: { ...NODE, id: 1, name: 'a', uplink: { mode: 'bridge', on_link: true } as const }, need: NEED };
  expect(explainTarget({ ...NODE, room: ROOM }, about, NOW)).toBeUndefined();
  expect(explainTarget({ ...NODE, room: ROOM, ...fields }, about, NOW)).toContain(why);
});
