import { defaultSettings } from '@innkeeper/model/settings/settings';
import { expect, test } from 'vitest';
import type { StepContext } from '../define.ts';
import { type OnServer, shutdown } from './server.ts';

/** Runs `shutdown` on a running guest that ignores all requests. Returns the actions taken. */
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

test('a guest gets its whole grace period before it is powered off', async () => {
  expect(await after(0, { up: true })).toEqual(['asked']);
  expect(await after(defaultSettings.shutdownGraceMs - 1_000, { up: true })).not.toContain('plug pulled');
  expect(await after(defaultSettings.shutdownGraceMs + 1, { up: true })).toEqual(['plug pulled']);
});

test('a shorter grace period applies only to a guest that does not answer', async () => {
  expect(await after(20_001, { up: false, unansweredGraceMs: 20_000 })).toEqual(['plug pulled']);
  expect(await after(19_000, { up: false, unansweredGraceMs: 20_000 })).not.toContain('plug pulled');
  expect(await after(20_001, { up: true, unansweredGraceMs: 20_000 })).not.toContain('plug pulled');
  expect(await after(20_001, { up: false })).not.toContain('plug pulled');
});
