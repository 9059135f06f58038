import { setTimeout as sleep } from 'node:timers/promises';
import { openRecovery } from '@innkeeper/db/recovery';
import { digestRows } from '@innkeeper/lab/digest-rows';
import { enqueueTest, openTortureLab, type TortureLab, waitUntilEnded } from '@innkeeper/lab/torture/lab';
import { recordedWorkflow } from '@innkeeper/lab/torture/recorded-workflow';
import { TEST_TIMINGS } from '@innkeeper/lab/torture/test-timings';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Long enough for several polls of a worker. */
const A_WHILE_MS = 5 * TEST_TIMINGS.pollMs;

let lab: TortureLab;
beforeAll(async () => {
  lab = await openTortureLab();
});
afterAll(() => lab.close());

test('a worker claims, frees and sweeps nothing during a recovery, and does so afterwards', async () => {
  const { definition, told } = recordedWorkflow('t.recovering', { one: {} });
  const due = await enqueueTest(lab, 't.recovering', { resourceId: 1, lockDeadline: new Date(0) });
  const orphan = await enqueueTest(lab, 't.recovering');
  const lost = { state: 'running', worker_id: 999, lease_until: new Date(0), counted_at: new Date(0) } as const;
  await lab.db.updateTable('workflows').set(lost).where('id', '=', orphan).execute();
  const before = await digestRows(lab.db);
  const recovery = openRecovery();
  recovery.setRecovering(true);

  await lab.worker([definition], { recovery });
  await sleep(A_WHILE_MS);
  expect(told).toEqual([]);
  expect(await digestRows(lab.db)).toEqual(before);

  recovery.setRecovering(false);
  const ended = await waitUntilEnded(lab, [due, orphan]);
  expect([...ended.values()]).toEqual(['done', 'done']);
  expect(told.sort()).toEqual(['finish', 'finish', 'one', 'one']);
});
