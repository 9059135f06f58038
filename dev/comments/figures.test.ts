import { expect, test } from 'vitest';
import { countByRoom, type Figures, judgeFigures, listPlaces, lowerFigures } from './figures.ts';

const LONG = `A sentence ${'of words '.repeat(12)}is too long.`;

test.each<[string, string[]]>([
  ['/** Returns the price. */\nexport function priceOf() {', []],
  ['/** Price of an order. */\nexport function priceOf() {', ['docstrings']],
  ['/** Price of an order. */\nexport const priceOf = (order: Order): number =>', ['docstrings']],
  ['/** Price of an order. */\nexport const PRICE = 3;', []],
  ['/**\n * Returns the price. Until then it\n * is unknown.\n */\nasync function priceOf() {', ['openings']],
  ['/** What it costs. */\nasync function priceOf() {', ['openings', 'docstrings']],
  [`// ${LONG}`, ['longSentences']],
  ['// The first line goes on\n// From here, in the middle of a sentence.', []],
  ['const a = 1; // Of nobody.', ['openings']],
  ["const url = 'https://what.example';", []],
  ['  -- Whose row it is\n  select 1', ['openings']],
])('%j has problems of the kinds %j', (source, kinds) => {
  expect(listPlaces('model/a.ts', source).map(({ kind }) => kind)).toEqual(kinds);
});

const figures = (openings: number): Figures => ({ openings, longSentences: 0, docstrings: 0 });

test('more places than recorded are reported with their lines; as many or fewer are accepted', () => {
  const places = [...listPlaces('model/a.ts', '// What it is.\n\n// Who it is.'), ...listPlaces('db/b.ts', '// Of it.')];
  expect(judgeFigures({ model: figures(2), db: figures(5) }, places)).toEqual([]);
  expect(judgeFigures({ model: figures(1), db: figures(1) }, places)).toEqual([
    expect.stringMatching(/^model has 2 sentences .* 1 were recorded/),
    '  model/a.ts:1 What it is.',
    '  model/a.ts:3 Who it is.',
  ]);
  expect(judgeFigures({ model: figures(2) }, places)).toEqual([expect.stringMatching(/^db has 1/), '  db/b.ts:1 Of it.']);
});

test('recorded figures only fall, and a new room starts at 0', () => {
  const counted = countByRoom([...listPlaces('model/a.ts', '// What it is.'), ...listPlaces('new/b.ts', '// Of it.')]);
  expect(lowerFigures({ model: figures(3), db: figures(2) }, counted)).toEqual({ model: figures(1), db: figures(0) });
  expect(lowerFigures({ model: figures(0) }, counted)).toEqual({ model: figures(0) });
});
