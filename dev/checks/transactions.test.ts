import { expect, test } from 'vitest';
import { judgeTransactions } from './transactions.ts';

const found = (path: string, text: string) => judgeTransactions([{ path, text }]).length;

test.each([
  'await db.transaction().execute(act);',
  'await cx.db\n  .transaction()\n  .execute(act);',
  'const trx = await db.startTransaction().execute();',
  'await sql`begin`.execute(db);',
  'await sql`START TRANSACTION`.execute(db);',
])('%s is refused outside of db/transaction.ts, tests, lab and dev', (text) => {
  expect(found('jobs/watch/observe.ts', text)).toBe(1);
  for (const path of ['db/transaction.ts', 'jobs/watch/observe.test.ts', 'lab/given.ts', 'dev/bench/load.ts'])
    expect(found(path, text)).toBe(0);
});

test('the common functions and other text are accepted', () => {
  const text = "await inTransaction(db, act);\nconst begins = sql`select begin from t`;\nerror('transaction() failed');";
  expect(found('jobs/watch/observe.ts', text)).toBe(0);
});
