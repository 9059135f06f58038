import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonText } from './json-text.ts';

test('half of a pair of surrogates is replaced, a pair and what only looks like one stay', () => {
  expect(jsonText({ name: '\ud800\ud800x\udfff' })).toBe('{"name":"\\ufffd\\ufffdx\\ufffd"}');
  expect(JSON.parse(jsonText(['😀', '\\ud800', '\\\ud800']))).toEqual(['😀', '\\ud800', '\\\ufffd']);
});

test('it reads as what the database would have of the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(JSON.parse(jsonText(text))).toBe(Buffer.from(text).toString());
    }),
  );
});
