import { expect, test } from 'vitest';
import { compareSteps } from './steps.ts';

const BEFORE = 'server.deploy network disk boot\nserver.start press\n';

test('kinds and names may be added, also between others', () => {
  const now = 'iso.download fetch\nserver.deploy room network disk check boot tell\nserver.start press\n';
  expect(compareSteps(BEFORE, now)).toEqual([]);
});

test.each([
  ['a kind that is gone', 'server.deploy network disk boot\n', /server\.start is gone/],
  ['a step that is gone', 'server.deploy network boot\nserver.start press\n', /no step disk any more/],
  ['a step with another name', 'server.deploy network drive boot\nserver.start press\n', /no step disk any more/],
  ['steps in another order', 'server.deploy disk network boot\nserver.start press\n', /in the order network, disk, boot/],
])('%s is reported', (_what, now, sentence) => {
  expect(compareSteps(BEFORE, now)).toEqual([expect.stringMatching(sentence)]);
});
