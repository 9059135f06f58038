import { defaultSettings } from '@innkeeper/model/settings';
import { expect, test } from 'vitest';
import type { StepContext } from '../define.ts';
import { type OnServer, shutdown } from './server.ts';

/** A running guest that ignores all it is asked; what was done to it. */
async function after(elapsed: number, { up, unansweredGraceMs }: { up: boolean; unansweredGraceMs?: number }): Promise<string[]> {
  const done: string[] = [];
  const compute = {
    inspect: async () => ({ power: 'running', up }),
    requestShutdown: async () => void done.push('asked'),
    powerOff: async () => void done.push('plug pulled'),
  };
  const cx = { input: { serverId: 1 }, engine: { compute }, settings: defaultSettings, elapsed };
  await shutdown(cx as unknown as StepContext<OnServer>, unansweredGraceMs === undefined ? {} : { unansweredGraceMs });
  return done;
}

test('a guest has its whole grace, and then the plug is pulled', async () => {
  expect(await after(0, { up: true })).toEqual(['asked']);
  expect(await after(defaultSettings.shutdownGraceMs - 1_000, { up: true })).not.toContain('plug pulled');
  expect(await after(defaultSettings.shutdownGraceMs + 1, { up: true })).toEqual(['plug pulled']);
});

test('a shorter grace for a guest that does not answer is for such a guest alone', async () => {
  expect(await after(20_001, { up: false, unansweredGraceMs: 20_000 })).toEqual(['plug pulled']);
  expect(await after(19_000, { up: false, unansweredGraceMs: 20_000 })).not.toContain('plug pulled');
  expect(await after(20_001, { up: true, unansweredGraceMs: 20_000 })).not.toContain('plug pulled');
  expect(await after(20_001, { up: false })).not.toContain('plug pulled');
});
