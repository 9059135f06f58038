import { enqueueTest, openTortureLab, type TortureLab } from '@innkeeper/lab/torture/lab';
import { TEST_PACE } from '@innkeeper/lab/torture/pace';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sweep } from './sweep.ts';

let lab: TortureLab;
beforeEach(async () => {
  lab = await openTortureLab();
});
afterEach(() => lab.close());

const run = () => sweep(lab.db, ['known'], new Date(), TEST_PACE);
const alerts = () => lab.db.selectFrom('operator_alerts').select(['kind', 'resolved_at', 'resource_id']).orderBy('id').execute();

test('tells once of a lock past its time, and that it is over', async () => {
  const id = await enqueueTest(lab, 'known', { resourceId: 3, lockDeadline: new Date(Date.now() - 1) });
  await enqueueTest(lab, 'known', { resourceId: 4 });
  await run();
  await run();
  expect(await alerts()).toEqual([{ kind: 'lock_overdue', resource_id: 3, resolved_at: null }]);
  await lab.db.deleteFrom('locks').where('workflow_id', '=', id).execute();
  await run();
  expect(await alerts()).toMatchObject([{ kind: 'lock_overdue', resolved_at: expect.any(Date) }]);
});

test('tells once of a workflow that no worker knows', async () => {
  await enqueueTest(lab, 'known');
  const id = await enqueueTest(lab, 'newer');
  await run();
  await run();
  expect(await alerts()).toMatchObject([{ kind: 'workflow_unknown' }]);
  expect(await lab.db.selectFrom('workflows').select('state').where('id', '=', id).execute()).toEqual([{ state: 'queued' }]);
});

test('many workers sweep as one', async () => {
  await enqueueTest(lab, 'newer');
  await Promise.all(Array.from({ length: 6 }, run));
  expect(await alerts()).toHaveLength(1);
});
