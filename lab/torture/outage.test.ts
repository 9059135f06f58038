/**
 * Kills the worker at every step of workflows that belong to no server or to several servers. A day then passes. `host-down.test.ts` tests
 * workflows of one server.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forwardPoints } from './crash-points.ts';
import { OUTAGE_MS } from './host-down.ts';
import { HOST_DOWN_SCENARIOS } from './host-down-scenarios.ts';
import { assertAllClean } from './invariants.ts';
import { openTortureLab, type TortureLab } from './lab.ts';
import { movingClock } from './moving-clock.ts';
import { crashOnceAt, runScenario } from './run-scenario.ts';
import { SCENARIOS } from './scenarios/all.ts';

const withHostDown = new Set(HOST_DOWN_SCENARIOS.map(({ name }) => name));

describe.each(SCENARIOS.filter(({ name }) => !withHostDown.has(name)))('$name', (scenario) => {
  let lab: TortureLab;
  beforeAll(async () => {
    lab = await openTortureLab(scenario.nodes);
  });
  afterAll(() => lab.close());
  afterAll(() => assertAllClean(lab));

  const points = forwardPoints(scenario).filter(({ moment }) => moment === 'beforeStep' || moment === 'beforeCommit');
  test.each(points)('an outage $moment $step', async (point) => {
    const clock = movingClock();
    const hooks = crashOnceAt(point, () => clock.pass(OUTAGE_MS));
    await runScenario(lab, scenario, { hooks, clock, expect: 'done' });
    expect(hooks.deaths).toBeGreaterThan(0);
  });
});
