/** Tests that the console's `can` matches the API for every operation on a server, in each state and under each lock. */
import { type OperationName, operationOf } from '@innkeeper/contract/operations';
import { KINDS, type Kind } from '@innkeeper/domain/workflows/kinds';
import type { ServerStatus } from '@innkeeper/model/states/server';
import type { ServerPower } from '@innkeeper/model/states/server-power';
import type { LockReason } from '@innkeeper/model/states/workflow-words.gen';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations, type Setup } from '../../cross-cutting/setup.ts';
import { givenCaller, givenStated, lockStated, ownerOf, type StatedServer } from './given-callers.ts';
import { type Caller, compare, openSetupThatStops, type Question } from './judge.ts';

const STATUSES: readonly ServerStatus[] = ['awaiting_payment', 'processing', 'active', 'suspended', 'terminated'];
const POWERS: readonly ServerPower[] = [
  ...(['absent', 'booting', 'running', 'stopped'] as const),
  ...(['crashed', 'interrupted', 'unreachable', 'stalled'] as const),
];

/** Operations whose path names a server. `others.test.ts` tests addons. */
const SERVER_OPERATIONS = operations(({ resources = [] }) => resources.length === 1 && resources[0]?.kind === 'server').map(
  ({ name }) => name,
);

let setup: Setup;
let owner: Caller;
let node_id: number;
beforeAll(async () => {
  setup = await openSetupThatStops();
  owner = ownerOf(setup.me);
  ({ id: node_id } = await setup.lab.db.selectFrom('nodes').select('id').orderBy('id').executeTakeFirstOrThrow());
});
afterAll(() => setup.lab.close());

/** Returns a question for each operation and server. */
const questions = (names: readonly OperationName[], servers: readonly StatedServer[], caller = owner): Question[] =>
  servers.flatMap(({ id, facts }) =>
    names.map((operation) => {
      const [{ param } = { param: 'id' }] = operationOf(operation).resources ?? [];
      return { operation, caller, params: { [param]: id }, resource: facts };
    }),
  );

test('in each status, power and rescue', async () => {
  const servers: StatedServer[] = [];
  for (const status of STATUSES)
    for (const power of POWERS)
      for (const rescue of [false, true])
        servers.push(await givenStated(setup.lab.db, owner, { status, power, rescue, node_id }));
  expect(servers.length).toBe(80);
  expect(await compare(setup, questions(SERVER_OPERATIONS, servers))).toEqual([]);
}, 240_000);

test('suspended by the staff', async () => {
  const server = await givenStated(setup.lab.db, owner, { status: 'suspended', power: 'stopped', node_id });
  const byStaff = { staff_suspended_at: new Date(), staff_suspend_reason: 'It sent spam.' };
  await setup.lab.db.updateTable('services').set(byStaff).where('id', '=', server.id).execute();
  const { shown_reason: status_reason } = await setup.lab.db
    .selectFrom('servers')
    .select('shown_reason')
    .where('id', '=', server.id)
    .executeTakeFirstOrThrow();
  expect(status_reason).toMatch('It sent spam.');
  const facts = { ...server.facts, status_reason };
  expect(await compare(setup, questions(SERVER_OPERATIONS, [{ ...server, facts }]))).toEqual([]);
});

describe('under a lock', () => {
  const locking = SERVER_OPERATIONS.filter((name) => operationOf(name).locks !== undefined);
  const taking = locking.filter((name) => operationOf(name).takesOver !== undefined);

  /** Returns a server for each number of steps that the workflow has begun. */
  async function lockedBy(kind: Kind, reason: LockReason): Promise<StatedServer[]> {
    const names = DEFINITIONS[kind].steps.map(({ name }) => name);
    const servers: StatedServer[] = [];
    for (let begun = 0; begun <= names.length; begun += 1) {
      const server = await givenStated(setup.lab.db, owner, { node_id });
      servers.push(await lockStated(setup.lab.db, server, { kind, reason, steps: names.slice(0, begun) }));
    }
    return servers;
  }

  test('of each kind, after each number of started steps', async () => {
    const asked: Question[] = [];
    for (const kind of Object.keys(KINDS) as Kind[]) {
      if (KINDS[kind].resource !== 'server') continue;
      for (const reason of KINDS[kind].locks) {
        const servers = await lockedBy(kind, reason);
        // Only operations that end a wait check its steps.
        asked.push(...questions(taking, servers), ...questions(SERVER_OPERATIONS, servers.slice(-1)));
      }
    }
    expect(asked.length).toBeGreaterThan(1_000);
    expect(await compare(setup, asked)).toEqual([]);
  }, 240_000);
});

test('lock is checked before state', async () => {
  const server = await givenStated(setup.lab.db, owner, { status: 'terminated', power: 'absent', node_id });
  const locked = await lockStated(setup.lab.db, server, { kind: 'server.scale', reason: 'scale', steps: [] });
  expect(await compare(setup, questions(SERVER_OPERATIONS, [locked]))).toEqual([]);
});

test('role is checked before lock', async () => {
  const server = await givenStated(setup.lab.db, owner, { node_id });
  const locked = await lockStated(setup.lab.db, server, { kind: 'server.scale', reason: 'scale', steps: [] });
  const reader = await givenCaller(setup.lab.db, owner, 'read-only');
  expect(await compare(setup, questions(SERVER_OPERATIONS, [locked], reader))).toEqual([]);
});
