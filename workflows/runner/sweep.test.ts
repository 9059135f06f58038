import { loseRaceOnce } from '@innkeeper/lab/lose-race';
import { enqueueTest, openTortureLab, type TortureLab } from '@innkeeper/lab/torture/lab';
import { TEST_TIMINGS } from '@innkeeper/lab/torture/test-timings';
import { defaultSettings } from '@innkeeper/model/settings/settings';
import { minutes } from '@innkeeper/model/time/clock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sweep } from './sweep.ts';

let lab: TortureLab;
beforeEach(async () => {
  lab = await openTortureLab();
});
afterEach(() => lab.close());

const run = (now = new Date()) => sweep(lab.db, { kinds: ['known'], now, timings: TEST_TIMINGS, settings: defaultSettings });
const alerts = () => lab.db.selectFrom('operator_alerts').select(['kind', 'resolved_at', 'resource_id']).orderBy('id').execute();

test('alerts once about an overdue lock, and resolves the alert', async () => {
  const id = await enqueueTest(lab, 'known', { resourceId: 3, lockDeadline: new Date(Date.now() - 1) });
  await enqueueTest(lab, 'known', { resourceId: 4 });
  await run();
  await run();
  expect(await alerts()).toEqual([{ kind: 'lock_overdue', resource_id: 3, resolved_at: null }]);
  await lab.db.deleteFrom('locks').where('workflow_id', '=', id).execute();
  await run();
  expect(await alerts()).toMatchObject([{ kind: 'lock_overdue', resolved_at: expect.any(Date) }]);
});

test('an outage makes no lock overdue: the remaining time is kept', async () => {
  const start = Date.now();
  const at = (minute: number) => new Date(start + minutes(minute));
  await enqueueTest(lab, 'known', { resourceId: 3, lockDeadline: at(20) });
  const deadline = async () => (await lab.db.selectFrom('locks').select('deadline_at').executeTakeFirstOrThrow()).deadline_at;
  await run(at(0));
  await run(at(5));
  expect(await deadline()).toEqual(at(20));
  await Promise.all(Array.from({ length: 4 }, () => run(at(65))));
  expect(await deadline()).toEqual(at(80));
  for (const minute of [70, 75, 79]) await run(at(minute));
  expect(await alerts()).toEqual([]);
  await run(at(80));
  expect(await alerts()).toMatchObject([{ kind: 'lock_overdue', resource_id: 3 }]);
});

test('alerts once about a workflow that no worker knows', async () => {
  await enqueueTest(lab, 'known');
  const id = await enqueueTest(lab, 'newer');
  await run();
  await run();
  expect(await alerts()).toMatchObject([{ kind: 'workflow_unknown' }]);
  expect(await lab.db.selectFrom('workflows').select('state').where('id', '=', id).execute()).toEqual([{ state: 'queued' }]);
});

test('concurrent sweeps have the effect of one', async () => {
  await enqueueTest(lab, 'newer');
  await Promise.all(Array.from({ length: 6 }, () => run()));
  expect(await alerts()).toHaveLength(1);
});

test('a sweep that loses a race is repeated', async () => {
  const met = await loseRaceOnce(lab.db, 'operator_alerts');
  await enqueueTest(lab, 'newer');
  await run();
  expect(await alerts()).toMatchObject([{ kind: 'workflow_unknown' }]);
  expect(await met()).toBeGreaterThan(1);
});

test('the worker of a further node does not sweep, the one of the first host does', async () => {
  await enqueueTest(lab, 'newer');
  // A stop waits for a sweep that has begun.
  const further = await lab.worker([], { isFurtherNode: true, nodes: new Map() });
  await further.stop();
  expect(await alerts()).toEqual([]);
  const first = await lab.worker([]);
  await first.stop();
  expect(await alerts()).toMatchObject([{ kind: 'workflow_unknown' }]);
});
