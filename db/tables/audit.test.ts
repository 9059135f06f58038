import { givenAccount } from '@innkeeper/lab/given';
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import type { Database } from '../schema.ts';
import { inTransaction, withSavepoint } from '../transaction.ts';
import { insertAuditLine } from './audit.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

it('an audit line cannot be changed', async () => {
  const { accountId } = await givenAccount(lab.db);
  const restart = { account_id: accountId, actor_kind: 'token', actor_id: 1, action: 'restartServer' } as const;
  await insertAuditLine(lab.db, { ...restart, resource_kind: 'server', resource_id: 7, details: '{"a":1}' });
  await insertAuditLine(lab.db, { actor_kind: 'job', actor_name: 'expire-orders', action: 'order.expired' });
  const lines = await lab.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
  expect(lines).toMatchObject([
    { id: 1n, account_id: accountId, actor_id: 1, resource_kind: 'server', resource_id: 7, request_id: null, details: { a: 1 } },
    { id: 2n, account_id: null, actor_kind: 'job', actor_name: 'expire-orders', details: {} },
  ]);
  for (const change of [sql`update audit_log set action = 'x'`, sql`delete from audit_log`, sql`truncate audit_log`]) {
    await expect(change.execute(lab.db)).rejects.toThrow('audit_log is append-only');
  }
});

it('the lines of a transaction are written with its commit, or not at all', async () => {
  const actor = { actor_kind: 'job', actor_name: 'together' } as const;
  const written = async () => {
    const rows = await lab.db
      .selectFrom('audit_log')
      .select('action')
      .where('actor_name', '=', 'together')
      .orderBy('id')
      .execute();
    return rows.map(({ action }) => action);
  };
  const write = (actions: string[], end: () => void) =>
    inTransaction(lab.db, async (trx) => {
      for (const action of actions) await insertAuditLine(trx, { ...actor, action });
      end();
    });
  await write(['a', 'b', 'c'], () => {});
  await expect(
    write(['d'], () => {
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  await lab.db.transaction().execute((trx) => insertAuditLine(trx, { ...actor, action: 'e' }));
  expect(await written()).toEqual(['a', 'b', 'c', 'e']);
});

it.each([
  ['a token without an id', { actor_kind: 'token' }],
  ['a job with an id', { actor_kind: 'job', actor_name: 'x', actor_id: 1 }],
  ['an operator without a name', { actor_kind: 'operator' }],
  ['a workflow with a name', { actor_kind: 'workflow', actor_id: 1, actor_name: 'x' }],
] as const)('requires a valid actor: refuses %s', async (_what, actor) => {
  await expect(insertAuditLine(lab.db, { ...actor, action: 'x' })).rejects.toThrow('audit_log_actor');
});

it('a savepoint that is rolled back takes its lines along, and no other ones', async () => {
  const fail = (trx: Transaction<Database>, ...actions: string[]) =>
    withSavepoint(trx, async () => {
      for (const action of actions) await insertAuditLine(trx, { actor_kind: 'job', actor_name: 'given', action });
      throw new Error('undone');
    }).catch(() => {});
  for (const first of ['savepoint.line', 'savepoint.undone'])
    await inTransaction(lab.db, async (trx) => {
      if (first === 'savepoint.line')
        await insertAuditLine(trx, { actor_kind: 'job', actor_name: 'given', action: 'savepoint.line' });
      await fail(trx, 'savepoint.undone', 'savepoint.undone');
      await insertAuditLine(trx, { actor_kind: 'job', actor_name: 'given', action: 'savepoint.later' });
      await fail(trx, 'savepoint.undone');
    });
  const lines = lab.db.selectFrom('audit_log').select('action').where('action', 'like', 'savepoint.%').orderBy('id');
  expect((await lines.execute()).map(({ action }) => action)).toEqual(['savepoint.line', 'savepoint.later', 'savepoint.later']);
});
