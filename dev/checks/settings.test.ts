import { expect, it } from 'vitest';
import { judgeSettings } from './settings.ts';

const judge = (path: string, text: string) => judgeSettings([{ path, text }]);

it.each([
  ["import { type Settings, defaultSettings } from '@innkeeper/model/settings/settings';", 'defaultSettings'],
  ["import {\n  type Settings,\n  defaultSettings as settings,\n} from '@innkeeper/model/settings/settings';", 'defaultSettings'],
  ["import { defaultSettings } from '../settings.ts';", 'defaultSettings'],
  ["export { defaultReserve } from '@innkeeper/model/settings/settings';", 'defaultReserve'],
  ["import * as all from '@innkeeper/model/settings/settings';", 'all of model/settings/settings.ts'],
  ["const { defaultSettings } = await import('@innkeeper/model/settings/settings');", 'all of model/settings/settings.ts'],
  ["import { defaultNetworkLimits } from '@innkeeper/model/settings/settings';", 'defaultNetworkLimits'],
])('%j would ignore the configuration', (text, what) => {
  expect(judge('jobs/a.ts', text)).toEqual([expect.stringContaining(`jobs/a.ts imports ${what}.`)]);
});

it('accepts imports of types, and defaults of drivers', () => {
  expect(judge('jobs/a.ts', "import type { Settings } from '@innkeeper/model/settings/settings';")).toEqual([]);
  expect(judge('engine/network/a.ts', "import { defaultNetworkLimits } from '@innkeeper/model/settings/settings';")).toEqual([]);
  expect(judge('engine/network/a.ts', "import { defaultSettings } from '@innkeeper/model/settings/settings';")).toHaveLength(1);
});
