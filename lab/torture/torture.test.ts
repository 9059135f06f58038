import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import { expect, test } from 'vitest';
import { WORLDS } from './worlds/all.ts';

/** Needs two engines, which this lab has not: lab/slices/servers/two-nodes.test.ts runs it, waits in it and undoes it. */
const ELSEWHERE = ['server.move'];

test.each(Object.keys(DEFINITIONS).filter((kind) => !ELSEWHERE.includes(kind)))('%s has a world', (kind) => {
  expect(WORLDS.map((world) => world.definition.kind)).toContain(kind);
});
