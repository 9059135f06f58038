import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import { expect, test } from 'vitest';
import { SCENARIOS } from './scenarios/all.ts';

test.each(Object.keys(DEFINITIONS))('%s has a scenario', (kind) => {
  expect(SCENARIOS.map((scenario) => scenario.definition.kind)).toContain(kind);
});
