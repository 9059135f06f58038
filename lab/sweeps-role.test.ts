import { openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { startSweeps } from '@innkeeper/domain/sweeps/start';
import { systemClock } from '@innkeeper/model/clock';
import { defaultSettings } from '@innkeeper/model/settings';
import { expect, test } from 'vitest';
import { openTestDatabase } from './database.ts';

test("every sweep's first statements run with the rights of the worker", async () => {
  const lab = await openTestDatabase();
  const { db, close } = openDatabase({ url: asRole(lab.url, WORKER_ROLE) });
  const failed: unknown[] = [];
  const log = { error: (fields: object) => void failed.push(fields) };
  const sweeps = startSweeps({ db, clock: systemClock, settings: defaultSettings, log });
  // All begin at once; their end is waited for.
  await new Promise((resolve) => setTimeout(resolve, 20));
  await sweeps.stop();
  await close();
  await lab.close();
  expect(failed).toEqual([]);
});
