import { expect, it } from 'vitest';
import { judgeSettings } from './settings.ts';

it('finds code that would ignore the configuration', () => {
  const text = "import { type Settings, defaultSettings } from '@innkeeper/model/settings';";
  expect(judgeSettings([{ path: 'jobs/a.ts', text }])).toEqual([expect.stringContaining('jobs/a.ts imports defaultSettings')]);
  expect(judgeSettings([{ path: 'jobs/a.ts', text: "import type { Settings } from '@innkeeper/model/settings';" }])).toEqual([]);
});
