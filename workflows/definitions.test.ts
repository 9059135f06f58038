import { expect, test } from 'vitest';
import { DEFINITIONS } from './definitions.ts';

test('every workflow is registered under its own kind', () => {
  expect(Object.entries(DEFINITIONS).map(([, { kind }]) => kind)).toEqual(Object.keys(DEFINITIONS));
});
