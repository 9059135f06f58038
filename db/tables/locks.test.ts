import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import { isLocked, refuseIfLocked, releaseLocks, takeLock } from './locks.ts';

const now = new Date('2026-01-02T03:04:05Z');

describe('locks', () => {
  let lab: TestDatabase;
  beforeAll(async () => {
    lab = await openTestDatabase({ max: 12 });
  });
  afterAll(() => lab.close());

  const givenWorkflow = async () =>
    (await lab.db.insertInto('workflows').values({ kind: 'test', input: '{}' }).returning('id').executeTakeFirstOrThrow()).id;

  const take = (workflowId: number, resourceId: number) =>
    lab.db.transaction().execute((trx) =>
      takeLock(trx, sql`select ${workflowId}::int as id`, {
        kind: 'server',
        resourceId,
        reason: `w${workflowId}`,
        now,
        deadlineAt: now,
      }),
    );

  it('are taken by exactly one of many concurrent requests; the others learn what holds the lock', async () => {
    const workflows = await Promise.all(Array.from({ length: 12 }, givenWorkflow));
    const settled = await Promise.allSettled(workflows.map((id) => take(id, 7)));
    expect(settled.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const { reason } = await lab.db.selectFrom('locks').select('reason').where('resource_id', '=', 7).executeTakeFirstOrThrow();
    for (const one of settled) {
      if (one.status === 'fulfilled') continue;
      expect(one.reason).toMatchObject({ code: 'locked', details: { lockReason: reason, lockedAt: now, retryAfter: 5 } });
    }
  });

  it('refuse others until their workflow releases them', async () => {
    const workflow = await givenWorkflow();
    await refuseIfLocked(lab.db, 'server', 8);
    await take(workflow, 8);
    await expect(refuseIfLocked(lab.db, 'server', 8)).rejects.toMatchObject({ code: 'locked' });
    await refuseIfLocked(lab.db, 'other', 8);
    expect(await isLocked(lab.db, 'server', 8)).toBe(true);
    await lab.db.transaction().execute((trx) => releaseLocks(trx, workflow));
    expect(await isLocked(lab.db, 'server', 8)).toBe(false);
    await take(await givenWorkflow(), 8);
  });

  it('of a failed transaction are not taken', async () => {
    const workflow = await givenWorkflow();
    const failing = lab.db.transaction().execute(async (trx) => {
      await takeLock(trx, sql`select ${workflow}::int as id`, {
        kind: 'server',
        resourceId: 9,
        reason: 'x',
        now,
        deadlineAt: now,
      });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await isLocked(lab.db, 'server', 9)).toBe(false);
  });
});
