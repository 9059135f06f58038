import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import { expect, test } from 'vitest';
import { WORLDS } from './worlds/all.ts';

test.each(Object.keys(DEFINITIONS))('%s has a world', (kind) => {
  expect(WORLDS.map((world) => world.definition.kind)).toContain(kind);
});
