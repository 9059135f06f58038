import { expect, test } from 'vitest';
import { afterRecovery, openProcessRecovery } from './after-recovery.ts';

const log = { warn: () => {}, error: () => {} };

/** Opens a process that records its calls in `told`. */
function open({ fails = false } = {}) {
  const told: string[] = [];
  const exit = () => void told.push('exit');
  const recovery = openProcessRecovery(log, exit);
  const start = () =>
    afterRecovery({ recovery, log, exit }, async () => {
      if (fails) throw new Error('no engine');
      told.push('begun');
      return { underWay: () => ['work'], stop: async () => void told.push('stopped') };
    });
  return { recovery, told, start };
}

test('starts the work at once without a recovery', async () => {
  const { recovery, told, start } = open();
  recovery.setRecovering(false);
  const { underWay, stop } = await start();
  expect([told, underWay()]).toEqual([['begun'], ['work']]);
  await stop();
  expect(told).toEqual(['begun', 'stopped']);
});

test('a process that starts during a recovery begins its work afterwards', async () => {
  const { recovery, told, start } = open();
  recovery.setRecovering(true);
  const { underWay, stop } = await start();
  recovery.setRecovering(true);
  expect([told, underWay()]).toEqual([[], []]);
  recovery.setRecovering(false);
  await expect.poll(underWay).toEqual(['work']);
  await stop();
  expect(told).toEqual(['begun', 'stopped']);
});

test('a process that is stopped during a recovery ends without starting its work', async () => {
  const { recovery, told, start } = open();
  recovery.setRecovering(true);
  const { stop } = await start();
  await stop();
  recovery.setRecovering(false);
  await Promise.resolve();
  expect(told).toEqual([]);
});

test('exits if its work cannot start after a recovery, or if its database is replaced', async () => {
  const late = open({ fails: true });
  late.recovery.setRecovering(true);
  await late.start();
  late.recovery.setRecovering(false);
  await expect.poll(() => late.told).toEqual(['exit']);
  const replaced = open();
  replaced.recovery.setRecovering(false);
  await replaced.start();
  replaced.recovery.setRecovering(true);
  expect(replaced.told).toEqual(['begun', 'exit']);
});
