import { expect, it } from 'vitest';
import { NO_TESTS } from './report.ts';
import { runUntilRed } from './run-all.ts';
import { stagesOf } from './stages.ts';

it('runs no stage after a red one', async () => {
  const stages = stagesOf('newcomer', []);
  const runWith = (red: string) =>
    runUntilRed(stages, async ({ name }) => ({
      ...NO_TESTS,
      ...{ name, failed: name === red ? 1 : 0, seconds: 1, cpuSeconds: 1, appeared: [] },
    }));
  expect((await runWith('system')).map(({ name }) => name)).toEqual(['checks', 'fast', 'system']);
  expect(await runWith('none')).toHaveLength(stages.length);
});
