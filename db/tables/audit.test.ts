import { givenAccount } from '@innkeeper/lab/given';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import { audit } from './audit.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

it('an audit line stays as it was written', async () => {
  const { accountId } = await givenAccount(lab.db);
  await audit(lab.db, {
    accountId,
    actor: 'token:1',
    action: 'restartServer',
    resource: { kind: 'server', id: 7 },
    details: { a: 1 },
  });
  await audit(lab.db, { actor: 'sweep', action: 'order.expired' });
  const lines = await lab.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
  expect(lines).toMatchObject([
    { id: 1n, account_id: accountId, resource_kind: 'server', resource_id: 7, request_id: null, details: { a: 1 } },
    { id: 2n, account_id: null, actor: 'sweep', details: {} },
  ]);
  for (const change of [sql`update audit_log set actor = 'x'`, sql`delete from audit_log`, sql`truncate audit_log`]) {
    await expect(change.execute(lab.db)).rejects.toThrow('audit_log is append-only');
  }
});
