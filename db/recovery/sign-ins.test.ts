import { givenFilledDatabase } from '@innkeeper/lab/backup/given-filled-database';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSignIns } from './sign-ins.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

test('no link from before the restore can sign in, change an address, or create staff or an owner', async () => {
  const { db } = lab;
  expect(await givenFilledDatabase(db)).toEqual([]);
  const secrets = [
    ...['sign_in_links', 'sign_in_challenges', 'passkey_challenges', 'sign_on_requests', 'console_tickets'],
    ...['staff_invitations', 'staff_sign_on_requests', 'ownership_offers'],
  ] as const;
  const filled = async () => {
    const counts = await sql<{ table: string }>`
      ${sql.join(
        secrets.map((table) => sql`select ${table}::text as table where exists (select from ${sql.table(table)})`),
        sql` union all `,
      )}`.execute(db);
    return counts.rows.map(({ table }) => table).toSorted();
  };
  expect(await filled()).toEqual(secrets.toSorted());
  await sql`update email_changes set outcome = null`.execute(db);
  await sql`update password_resets set ended_at = null`.execute(db);

  await db.transaction().execute((trx) => endSignIns(trx, new Date('2026-11-25T00:00:00Z')));
  expect(await filled()).toEqual([]);
  const { rows } = await sql`
    select (select json_agg(outcome) from email_changes) as changes,
      (select count(*)::int from password_resets where ended_at is null) as resets`.execute(db);
  expect(rows).toEqual([{ changes: ['stopped'], resets: 0 }]);
});
