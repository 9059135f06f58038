import { operatorCx } from '@innkeeper/apps/installation/operator';
import type { Copy } from '@innkeeper/db/schema';
import type { Actor } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import { transact } from '@innkeeper/domain/context';
import { deleteCopy } from '@innkeeper/domain/copies/delete';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GivenAccount, givenAccount, givenServer } from './given.ts';
import { givenCopy } from './given-copies.ts';
import { givenCx, givenJobCx } from './given-cx.ts';
import { labSettings } from './settings.ts';
import { enqueueTest, openTortureLab, type TortureLab, waitUntilEnded } from './torture/lab.ts';
import { recordedWorkflow } from './torture/recorded-workflow.ts';

let lab: TortureLab;
let owner: GivenAccount;
let serverId: number;
beforeAll(async () => {
  lab = await openTortureLab();
  owner = await givenAccount(lab.db);
  serverId = await givenServer(lab.db, { accountId: owner.accountId });
});
afterAll(() => lab.close());

const linesOf = (action: string) =>
  lab.db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('id').execute();
const NOBODY = { actor_id: null, actor_name: null, user_id: null, account_id: null };

test('an audit line names the account and the actor, for every kind of actor', async () => {
  const { accountId, userId } = owner;
  const customer = { accountId, userId, role: 'owner', taxRate: 2000 } as const;
  const ofCustomer = { account_id: accountId, user_id: userId };
  const cases: [Actor, object][] = [
    [
      { kind: 'token', id: 7, ...customer },
      { ...ofCustomer, actor_id: 7 },
    ],
    [
      { kind: 'session', id: 8, authenticatedAt: new Date(), identityProviderId: null, ...customer },
      { ...ofCustomer, actor_id: 8 },
    ],
    [
      { kind: 'staff', id: 9, name: 'Ann', role: 'support', accountId: null, userId: null },
      { actor_id: 9, actor_name: 'Ann' },
    ],
    [{ kind: 'visitor', accountId, userId }, ofCustomer],
    [{ kind: 'visitor', accountId: null, userId: null }, {}],
    [{ kind: 'operator', name: 'root', accountId: null, userId: null }, { actor_name: 'root' }],
    [{ kind: 'job', name: 'expire-orders', accountId: null, userId: null }, { actor_name: 'expire-orders' }],
    [
      { kind: 'workflow', id: 10, accountId, userId },
      { ...ofCustomer, actor_id: 10 },
    ],
    [{ kind: 'workflow', id: 11, accountId: null, userId: null }, { actor_id: 11 }],
  ];
  for (const [actor] of cases)
    await transact({ ...givenJobCx(lab.db), actor }, (cx) => audit(cx, 'looked', { kind: 'x', id: 1 }));
  const recorded = cases.map(([{ kind }, expected]) => ({
    actor_kind: kind,
    ...NOBODY,
    ...expected,
    resource_kind: 'x',
    resource_id: 1,
  }));
  expect(await linesOf('looked')).toMatchObject(recorded);
});

test("an audit line of a job or the operator names the account of its resource, and has the given clock's time", async () => {
  const at = new Date('2030-01-02T03:04:05Z');
  await transact(givenJobCx(lab.db, { clock: { now: () => at } }), (cx) =>
    audit(cx, 'ended', { kind: 'server', id: serverId, accountId: owner.accountId }, { why: 'time' }),
  );
  expect(await linesOf('ended')).toMatchObject([{ at, account_id: owner.accountId, user_id: null, details: { why: 'time' } }]);
});

test('a domain rule called by request, job, workflow and operator writes an audit line and starts a workflow', async () => {
  const { db } = lab;
  const copies: Copy[] = [];
  for (let n = 0; n < 4; n += 1) copies.push(await givenCopy(db, { serverId, object_key: `${n}.qcow2` }));
  const [first, second, third, fourth] = copies as [Copy, Copy, Copy, Copy];
  await transact(givenCx(db, owner), (cx) => deleteCopy(cx, first, 'deleted'));
  await transact(givenJobCx(db), (cx) => deleteCopy(cx, second, 'deleted'));
  const { definition } = recordedWorkflow('t.deletes', { one: {} }, { finish: (cx) => deleteCopy(cx, third, 'deleted') });
  const worker = await lab.worker([definition]);
  const workflow = await enqueueTest(lab, 't.deletes', { accountId: owner.accountId });
  expect((await waitUntilEnded(lab, [workflow])).get(workflow)).toBe('done');
  await worker.stop();
  await transact(operatorCx(db, labSettings), (cx) => deleteCopy(cx, fourth, 'deleted'));

  const lines = await linesOf('deleted');
  const ofAccount = { account_id: owner.accountId, user_id: null, resource_kind: 'snapshot' };
  expect(lines).toMatchObject([
    { ...ofAccount, actor_kind: 'token', actor_id: owner.tokenId, user_id: owner.userId, resource_id: first.id },
    { ...ofAccount, actor_kind: 'job', actor_name: 'given', resource_id: second.id },
    { ...ofAccount, actor_kind: 'workflow', actor_id: workflow, resource_id: third.id },
    { ...ofAccount, actor_kind: 'operator', actor_name: expect.stringMatching(/./), resource_id: fourth.id },
  ]);
  const started = await db.selectFrom('workflows').select(['account_id', 'user_id']).where('kind', '=', 'copy.delete').execute();
  expect(started.map(({ user_id }) => user_id)).toEqual([owner.userId, null, null, null]);
  expect(started.every(({ account_id }) => account_id === owner.accountId)).toBe(true);
});
