import { expect, test } from 'vitest';
import { afterRecovery, openProcessRecovery } from './after-recovery.ts';

const log = { warn: () => {}, error: () => {} };

/** Opens a process that records its calls in `messages`. */
function open({ fails = false } = {}) {
  const messages: string[] = [];
  const exit = () => void messages.push('exit');
  const recovery = openProcessRecovery(log, exit);
  const start = () =>
    afterRecovery({ recovery, log, exit }, async () => {
      if (fails) throw new Error('no engine');
      messages.push('begun');
      return { underWay: () => ['work'], stop: async () => void messages.push('stopped') };
    });
  return { recovery, messages, start };
}

test('starts the work at once without a recovery', async () => {
  const { recovery, messages, start } = open();
  recovery.setRecovering(false);
  const { underWay, stop } = await start();
  expect([messages, underWay()]).toEqual([['begun'], ['work']]);
  await stop();
  expect(messages).toEqual(['begun', 'stopped']);
});

test('a process that starts during a recovery begins its work afterwards', async () => {
  const { recovery, messages, start } = open();
  recovery.setRecovering(true);
  const { underWay, stop } = await start();
  recovery.setRecovering(true);
  expect([messages, underWay()]).toEqual([[], []]);
  recovery.setRecovering(false);
  await expect.poll(underWay).toEqual(['work']);
  await stop();
  expect(messages).toEqual(['begun', 'stopped']);
});

test('a process that is stopped during a recovery ends without starting its work', async () => {
  const { recovery, messages, start } = open();
  recovery.setRecovering(true);
  const { stop } = await start();
  await stop();
  recovery.setRecovering(false);
  await Promise.resolve();
  expect(messages).toEqual([]);
});

test('exits if its work cannot start after a recovery, or if its database is replaced', async () => {
  const late = open({ fails: true });
  late.recovery.setRecovering(true);
  await late.start();
  late.recovery.setRecovering(false);
  await expect.poll(() => late.messages).toEqual(['exit']);
  const replaced = open();
  replaced.recovery.setRecovering(false);
  await replaced.start();
  replaced.recovery.setRecovering(true);
  expect(replaced.messages).toEqual(['begun', 'exit']);
});
