/** Ended workflows keep no value of their input. */
import { enqueueTest, openTortureLab, type TortureLab, waitUntilEnded } from '@innkeeper/lab/torture/lab';
import { recordedWorkflow } from '@innkeeper/lab/torture/recorded-workflow';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NonRetryableError } from '../define.ts';

const SECRET = '$6$a-hash';

let lab: TortureLab;
beforeAll(async () => {
  lab = await openTortureLab();
});
afterAll(() => lab.close());

test.each(['done', 'undone'] as const)(
  'deletes input and results when it is %s; its last transaction can still read them',
  async (outcome) => {
    let seen: unknown;
    const step = () => {
      if (outcome === 'undone') throw new NonRetryableError('operator', 'No.');
      return { script: SECRET };
    };
    const last = async (cx: { input: unknown }) => {
      seen = cx.input;
    };
    const { definition } = recordedWorkflow(
      `f.${outcome}`,
      { one: { run: () => SECRET }, two: { run: step } },
      { finish: last, undone: last },
    );
    const id = await enqueueTest(lab, `f.${outcome}`, { input: { serverId: 7, hash: SECRET } });
    const worker = await lab.worker([definition]);
    expect((await waitUntilEnded(lab, [id])).get(id)).toBe(outcome);
    await worker.stop();
    expect(seen).toEqual({ serverId: 7, hash: SECRET });
    const row = await lab.db.selectFrom('workflows').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ input: { serverId: 7 }, memory: {} });
    const { rows } = await sql<{ told: string }>`
    select w::text as told from workflows w union all select s::text from workflow_steps s union all select a::text from audit_log a
    union all select o::text from operator_alerts o`.execute(lab.db);
    expect(rows.filter(({ told }) => told.includes(SECRET))).toEqual([]);
  },
);
