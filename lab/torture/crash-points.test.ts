import { describe, expect, test } from 'vitest';
import { backPoints, type CrashPoint, drawnPoints, forwardPoints } from './crash-points.ts';
import type { Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios/all.ts';

const SEEDS = Array.from({ length: 1_000 }, (_, i) => i.toString(16).padStart(8, '0'));
const nameOf = ({ direction, moment, step }: CrashPoint): string => `${direction} ${moment} ${step}`;
const classOf = ({ direction, step }: CrashPoint): string => `${direction}, ${step === 'end' ? 'end' : 'step'}`;

test('the same seed draws the same deaths, in any order of scenarios', () => {
  const drawn = (scenarios: readonly Scenario[]) =>
    new Map(scenarios.map((scenario) => [scenario.name, drawnPoints(scenario, '1a2b3c4d')]));
  expect(drawn(SCENARIOS.toReversed())).toEqual(drawn(SCENARIOS));
});

describe.each(SCENARIOS)('$name', (scenario) => {
  const all = [...forwardPoints(scenario), ...backPoints(scenario)];

  test('all deaths without a seed', () => {
    expect(drawnPoints(scenario, undefined)).toEqual(all);
  });

  test('a seed draws one death of each class, 1,000 seeds draw every death', () => {
    const classes = [...new Set(all.map(classOf))].sort();
    const seen = new Set<string>();
    for (const seed of SEEDS) {
      const drawn = drawnPoints(scenario, seed);
      expect(drawn.map(classOf).sort()).toEqual(classes);
      for (const point of drawn) seen.add(nameOf(point));
    }
    expect([...seen].sort()).toEqual(all.map(nameOf).sort());
  });
});
