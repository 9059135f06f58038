import { storeOfStaff } from '@innkeeper/domain/access/idempotency-stores';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenOperatorCx } from '@innkeeper/lab/given-cx';
import { Failure } from '@innkeeper/model/failures';
import { AfterCommit, CommittedFailure, WithHeaders } from '@innkeeper/present/reply';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RequestContext } from '../request/context.ts';
import { openRunner, toWireReply } from './run.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
  await sql`create table given (id integer primary key deferrable initially deferred)`.execute(lab.db);
});
afterAll(() => lab.close());

const CONTEXT = {} as RequestContext;

/** Runs a change that inserts an id and returns the result. */
function change(id: number, result: unknown): Promise<unknown> {
  const runner = openRunner({
    db: lab.db,
    contextOf: (_context, db) => ({ ...givenOperatorCx(lab.db), db }),
    storeOf: () => storeOfStaff(1),
  });
  const run = runner.change({
    answer: async ({ db }) => {
      await sql`insert into given values (${id})`.execute(db);
      return toWireReply(result, 200, JSON.stringify);
    },
    idempotent: () => undefined,
  });
  return run(CONTEXT);
}

const ids = async () => (await sql<{ id: number }>`select id from given order by id`.execute(lab.db)).rows.map(({ id }) => id);

test('an act after the commit runs once, and only if the commit succeeds', async () => {
  const acts: string[] = [];
  const reply = () => new AfterCommit(new WithHeaders({ id: 1 }, { 'x-given': 'yes' }), () => acts.push('done'));
  expect(await change(1, reply())).toMatchObject({ status: 200, headers: { 'x-given': 'yes' }, body: '{"id":1}' });
  expect(acts).toEqual(['done']);
  // The constraint is checked at the commit.
  await expect(change(1, reply())).rejects.toThrow('given_pkey');
  expect(acts).toEqual(['done']);
});

test('a refusal that is committed is thrown after the commit', async () => {
  await expect(change(2, new CommittedFailure(new Failure('wrong_credentials')))).rejects.toThrow(Failure);
  expect(await ids()).toContain(2);
});
