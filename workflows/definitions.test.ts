import { expect, test } from 'vitest';
import { DEFINITIONS } from './definitions.ts';

test('every workflow stands under the kind that it says it is', () => {
  expect(Object.entries(DEFINITIONS).map(([, { kind }]) => kind)).toEqual(Object.keys(DEFINITIONS));
});
