import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import { expect, test } from 'vitest';
import { SCENARIOS } from './scenarios/all.ts';

/** Needs two engines, and the torture lab has one: lab/slices/servers/two-nodes.test.ts tests it. */
const ELSEWHERE = ['server.move'];

test.each(Object.keys(DEFINITIONS).filter((kind) => !ELSEWHERE.includes(kind)))('%s has a scenario', (kind) => {
  expect(SCENARIOS.map((scenario) => scenario.definition.kind)).toContain(kind);
});
