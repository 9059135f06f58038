/** Workflows of no server, or of several: their worker is away for a day, at every step. Those of one are in host-down.test.ts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OUTAGE_MS } from './host-down.ts';
import { HOST_DOWN_WORLDS } from './host-down-worlds.ts';
import { openTortureLab, type TortureLab } from './lab.ts';
import { movingClock } from './moving-clock.ts';
import { dieOnceAt, play } from './play.ts';
import { forwardPoints } from './points.ts';
import { WORLDS } from './worlds/all.ts';

const played = new Set(HOST_DOWN_WORLDS.map(({ name }) => name));

describe.each(WORLDS.filter(({ name }) => !played.has(name)))('$name', (world) => {
  let lab: TortureLab;
  beforeAll(async () => {
    lab = await openTortureLab();
  });
  afterAll(() => lab.close());

  const points = forwardPoints(world.definition).filter(({ moment }) => moment === 'beforeStep' || moment === 'beforeCommit');
  test.each(points)('an outage $moment $step', async (point) => {
    const clock = movingClock();
    const hooks = dieOnceAt(point, () => clock.pass(OUTAGE_MS));
    await play(lab, world, { hooks, clock, expect: 'done' });
    expect(hooks.deaths).toBeGreaterThan(0);
  });
});
