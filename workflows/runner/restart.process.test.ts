import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@innkeeper/db/connect';
import { startEmbedded } from '@innkeeper/db/embedded/start';
import { migrate } from '@innkeeper/db/migrate';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { eventually } from '@innkeeper/lab/torture/eventually';
import { enqueueTest, waitUntilEnded } from '@innkeeper/lab/torture/lab';
import { recordedWorkflow } from '@innkeeper/lab/torture/recorded-workflow';
import { openSimulated } from '@innkeeper/lab/torture/simulated';
import { TEST_TIMINGS } from '@innkeeper/lab/torture/test-timings';
import { defaultSettings } from '@innkeeper/model/settings/settings';
import { systemClock } from '@innkeeper/model/time/clock';
import { expect, test } from 'vitest';
import { startWorker } from './worker.ts';

test('a worker waits for an unavailable PostgreSQL, and continues its workflows', async () => {
  const home = await mkdtemp(join(tmpdir(), 'innkeeper-restart-'));
  const place = { dataDir: join(home, 'postgres'), durable: false };
  const before = await startEmbedded(place);
  const { db, close } = openDatabase({ url: before.url });
  await migrate(db);
  const engine = await openSimulated(home);
  let tries = 0;
  const { definition } = recordedWorkflow('t.restart', {
    one: {
      attempts: 100,
      run: async (cx) => {
        tries += 1;
        // Hangs until its worker has lost its session. The second try comes after the restart.
        if (tries === 1) await new Promise((resolve) => cx.signal.addEventListener('abort', resolve));
        return tries;
      },
    },
  });
  const worker = await startWorker({
    ...{ databaseUrl: before.url, db, engine, definitions: [definition], timings: TEST_TIMINGS },
    ...{ clock: systemClock, settings: defaultSettings, log: SILENT_LOG },
  });
  const workerId = worker.id;
  const id = await enqueueTest({ db }, 't.restart', { resourceId: 1 });
  await eventually(() => tries).toBe(1);

  await before.stop();
  await eventually(() => worker.id).toBeUndefined();
  const after = await startEmbedded(place);
  expect(after.url).toBe(before.url);
  expect((await waitUntilEnded({ db }, [id])).get(id)).toBe('done');
  expect(worker.id).not.toBe(workerId);

  await worker.stop();
  await close();
  await engine.compute.close();
  await after.stop();
  await rm(home, { recursive: true });
});
