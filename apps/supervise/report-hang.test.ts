import { openAlerts } from '@innkeeper/db/tables/alerts';
import { beginRecovering, endRecovering } from '@innkeeper/db/tables/recovering';
import { openTestDatabase } from '@innkeeper/lab/database';
import { expect, test } from 'vitest';
import { reportHang } from './report-hang.ts';

const HANG = { unansweredSeconds: 30, isStopped: false, report: null, underWay: [] };

test('a hang opens an alert, but is only logged during a recovery, when ids may be reused', async () => {
  const lab = await openTestDatabase();
  const lines: string[] = [];
  const place = {
    name: 'worker',
    node: 'local',
    reports: '/nonexistent',
    databaseUrl: lab.url,
    log: (line: string) => lines.push(line),
  };
  await beginRecovering(lab.db, { backup: 'house-1.tar.zst.age', takenAt: new Date(1), now: new Date(2) });
  await reportHang(HANG, place);
  expect(await openAlerts(lab.db)).toEqual([]);
  expect(lines).toEqual([expect.stringContaining('did not answer for 30 s')]);
  await endRecovering(lab.db);
  await reportHang(HANG, place);
  expect(await openAlerts(lab.db)).toMatchObject([{ kind: 'process_hung', key: 'process:worker@local' }]);
  await lab.close();
});
