import { expect, test } from 'vitest';
import { draw, seed } from './draw.ts';

const LETTERS = [...'abcdefgh'];

test.each([
  [undefined, undefined],
  ['all', undefined],
  ['0', '0'],
  ['1a2b3c4d', '1a2b3c4d'],
])('the variable %j is the seed %j', (value, expected) => {
  expect(seed({ INNKEEPER_TEST_SEED: value })).toBe(expected);
});

test.each(['', ' ', '1a 2b', '$(id)', '--run'])('the variable %j is refused', (value) => {
  expect(() => seed({ INNKEEPER_TEST_SEED: value })).toThrow('INNKEEPER_TEST_SEED must be letters and digits');
});

// Recorded, because a printed seed must also draw the same in another clone.
test('the same seed and place draw the same, everywhere', () => {
  const drawn = ['00000000', '1a2b3c4d', '9'].flatMap((one) => draw(one, ['server.deploy', 'step forward'], LETTERS));
  expect(drawn).toEqual(['h', 'c', 'a']);
});

test('each part of the place draws by itself', () => {
  const seeds = Array.from({ length: 100 }, (_, i) => String(i));
  const drawnAt = (...place: string[]) => seeds.flatMap((one) => draw(one, place, LETTERS)).join('');
  const places = [['a'], ['a', 'b'], ['a', 'c'], ['ab'], ['b', 'a']];
  expect(new Set(places.map((place) => drawnAt(...place))).size).toBe(places.length);
});

test('100 seeds draw each choice', () => {
  const drawn = new Set(Array.from({ length: 100 }, (_, i) => draw(String(i), ['place'], LETTERS)).flat());
  expect([...drawn].sort()).toEqual(LETTERS);
});

test('there is nothing to draw from an empty list', () => {
  expect(draw('1', ['place'], [])).toEqual([]);
});

test('without a seed all choices stay', () => {
  expect(draw(undefined, ['place'], LETTERS)).toEqual(LETTERS);
});
