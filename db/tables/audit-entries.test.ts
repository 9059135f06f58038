import { givenAccount } from '@innkeeper/lab/given';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import { pageOfAuditEntries } from './audit-entries.ts';

const BEGAN = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;
const ACTIONS = ['startServer', 'stopServer', 'order.paid'] as const;
const KINDS = ['server', 'order', null] as const;

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

const aLine = fc.record({
  // Many lines share an hour.
  hour: fc.nat(9),
  action: fc.constantFrom(...ACTIONS),
  kind: fc.constantFrom(...KINDS),
  byUser: fc.boolean(),
});
const aQuestion = fc.record({
  from: fc.integer({ min: -1, max: 9 }),
  hours: fc.option(fc.nat(9), { nil: undefined }),
  action: fc.option(fc.constantFrom(...ACTIONS, 'never'), { nil: undefined }),
  kind: fc.option(fc.constantFrom('server', 'order'), { nil: undefined }),
  isOfUser: fc.boolean(),
  page: fc.integer({ min: 1, max: 4 }),
  perPage: fc.integer({ min: 1, max: 9 }),
});

it('pages equal a plain filter, order and offset, with the total of all pages', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aLine, { minLength: 1, maxLength: 40 }),
      fc.array(aQuestion, { minLength: 5 }),
      async (lines, asked) => {
        const { accountId, userId } = await givenAccount(lab.db);
        const rows = lines.map(({ hour, action, kind, byUser }) => ({
          ...{ account_id: accountId, at: new Date(BEGAN + hour * HOUR), action, user_id: byUser ? userId : null },
          ...{ resource_kind: kind, resource_id: kind && 7, actor_kind: 'job' as const, actor_name: 'given' },
        }));
        const stored = await lab.db
          .insertInto('audit_log')
          .values(rows)
          .returning(['id', 'at', 'action', 'user_id', 'resource_kind'])
          .execute();
        for (const { from, hours, action, kind, isOfUser, page, perPage } of asked) {
          const start = new Date(BEGAN + from * HOUR);
          const end = hours === undefined ? undefined : new Date(start.getTime() + hours * HOUR);
          const filter = { action, resourceKind: kind, userId: isOfUser ? userId : undefined };
          const expected = stored
            .filter(({ at }) => at >= start && (end === undefined || at <= end))
            .filter((line) => action === undefined || line.action === action)
            .filter((line) => kind === undefined || line.resource_kind === kind)
            .filter((line) => !isOfUser || line.user_id === userId)
            .toSorted((a, b) => b.at.getTime() - a.at.getTime() || Number(b.id - a.id));
          const found = await pageOfAuditEntries(lab.db, { accountId, start, end, ...filter, page, perPage });
          expect(found.total).toBe(expected.length);
          expect(found.rows.map(({ id }) => id)).toEqual(
            expected.slice((page - 1) * perPage, page * perPage).map(({ id }) => id),
          );
        }
      },
    ),
    { numRuns: 25 },
  );
});
