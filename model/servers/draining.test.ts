import { expect, test } from 'vitest';
import { minutes } from '../time/clock.ts';
import { type Drain, type DrainedServer, type EndedMove, fateOf, summarizeFates } from './draining.ts';
import type { MoveTarget } from './moving.ts';

const NOW = new Date('2027-01-01T12:00:00Z');
const ROOM = { vcpus: 4, dedicatedVcpus: 4, memoryMb: 4_096, diskGb: 40 };
const A: MoveTarget = {
  ...{ id: 1, name: 'a', state: 'draining', engine: 'qemu', accelerator: 'kvm' },
  ...{ seenAt: NOW, filters: true, isLinked: true, uplink: null, room: ROOM },
};
const B: MoveTarget = { ...A, id: 2, name: 'b', state: 'active' };
const LIVE: Drain = { source: A, isLive: true, nodes: [B, A], sharing: [2] };
const SERVER: DrainedServer = {
  ...{ id: 7, hostname: 'web', isLocked: false, status: 'active', power: 'running', isRescued: false, hasIso: false },
  ...{ boundAddress: undefined, need: { vcpus: 1, dedicatedVcpus: 0, memoryMb: 1_024, diskGb: 10 }, isFiltered: false },
  ...{ copies: 0, lock: null, endedMoves: [] },
};
const STOPPED = { power: 'stopped' };
const PLAIN = { isLive: false };

const why = (server: Partial<DrainedServer>, drain: Partial<Drain> = {}, now = NOW) => {
  const fate = fateOf({ ...SERVER, ...server }, { ...LIVE, ...drain }, now);
  return fate.kind === 'staying' ? fate.why : fate.kind;
};

test('running and stopped servers are ready, and a server that is moved is not', () => {
  expect([why({}), why(STOPPED)]).toEqual(['ready', 'ready']);
  const lock = { workflow: 5, kind: 'server.migrate', to: 'b' };
  expect(fateOf({ ...SERVER, isLocked: true, lock }, LIVE, NOW)).toEqual({ kind: 'moving', to: 'b', workflow: 5 });
});

test.each<[Partial<DrainedServer>, Partial<Drain>, string]>([
  [{}, PLAIN, 'is running: drain the node with --live, or stop the server'],
  [{ lock: { workflow: 5, kind: 'server.backup', to: null } }, {}, 'is locked by workflow 5 (server.backup)'],
  [{ power: 'booting' }, PLAIN, 'is booting: only a running or a stopped server can be moved'],
  [{ isRescued: true }, {}, 'is in rescue mode'],
  [{ copies: 2 }, {}, 'has 2 copies on the disk of node a'],
  [{ copies: 2, ...STOPPED }, {}, 'has 2 copies on the disk of node a'],
  [{}, { source: { ...A, isLinked: false } }, 'is on node a, which has no link'],
  [{}, { nodes: [A] }, 'has no node to move to: there is no other node'],
  [
    {},
    { nodes: [{ ...B, accelerator: 'tcg' }] },
    'has no node to move to: node b has the accelerator tcg, and the server runs with',
  ],
  [{}, { nodes: [{ ...B, room: { ...ROOM, diskGb: 5 } }] }, 'node b has too little disk (needed 10 GB, free 5 GB)'],
  [{}, { nodes: Array.from({ length: 9 }, () => ({ ...B, isLinked: false })) }, 'set node.listen there; and 6 more'],
  [STOPPED, { sharing: [] }, 'cannot be moved while it is stopped: no other node shares a copy store with node a'],
  [STOPPED, { nodes: [{ ...B, seenAt: null }] }, 'has no node to move to: no node with the same copy store'],
  [{ ...STOPPED, isFiltered: true }, { nodes: [{ ...B, filters: false }] }, 'has no node to move to'],
  [{ ...STOPPED, copies: 2 }, PLAIN, 'is stopped and can move now: run ./innkeeper node drain a again'],
])('a server with %o stays if the drain has %o', (server, drain, reason) => {
  expect(why(server, drain)).toContain(reason);
});

test('a server whose moves failed waits, for longer after each failure in a row, and at most 6 hours', () => {
  const failed: EndedMove = { workflow: 5, hasFailed: true, endedAt: NOW, error: 'the disk is broken' };
  const after = (endedMoves: EndedMove[], passed: number) => why({ endedMoves }, {}, new Date(NOW.getTime() + minutes(passed)));
  // Both nodes report all the time.
  const [a, b] = [A, B].map((node) => ({ ...node, seenAt: new Date('2999-01-01') })) as [MoveTarget, MoveTarget];
  const waits = (endedMoves: EndedMove[], passed: number) =>
    why({ endedMoves }, { source: a, nodes: [b] }, new Date(NOW.getTime() + minutes(passed))) !== 'ready';
  expect(after([failed], 0)).toBe(
    'was not moved by workflow 5: the disk is broken. It is tried again after 2027-01-01T12:10:00.000Z',
  );
  expect([waits([failed], 9), waits([failed], 10)]).toEqual([true, false]);
  expect([waits([failed, failed, failed], 39), waits([failed, failed, failed], 40)]).toEqual([true, false]);
  const eight = Array.from({ length: 8 }, () => failed);
  expect([waits(eight, 359), waits(eight, 360)]).toEqual([true, false]);
  const done = { ...failed, hasFailed: false };
  expect([waits([failed, done, failed], 9), waits([failed, done, failed], 10)]).toEqual([true, false]);
  expect(waits([done, failed], 0)).toBe(false);
  expect(after([{ ...failed, error: 'x'.repeat(5_000) }], 0).length).toBeLessThan(450);
});

test('lists have at most 50 servers, and the others are counted', () => {
  const fates = Array.from({ length: 60 }, (_, id) => ({ id, hostname: 'web', kind: 'staying' as const, why: 'is running' }));
  const moving = { id: 99, hostname: 'web', kind: 'moving' as const, to: 'b', workflow: 5 };
  const summary = summarizeFates([...fates, moving, { id: 100, hostname: 'web', kind: 'ready' }]);
  expect(summary).toMatchObject({ moving: [{ server: 99, hostname: 'web', to: 'b' }], waiting: 1, more: 10 });
  expect(summary.staying).toHaveLength(50);
  expect(summary.staying[0]).toEqual({ server: 0, hostname: 'web', why: 'is running' });
});
