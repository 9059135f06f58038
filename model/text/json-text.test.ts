import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonText } from './json-text.ts';

test('replaces unpaired surrogates, and keeps pairs and lookalikes', () => {
  expect(jsonText({ name: '\ud800\ud800x\udfff' })).toBe('{"name":"\\ufffd\\ufffdx\\ufffd"}');
  expect(JSON.parse(jsonText(['😀', '\\ud800', '\\\ud800']))).toEqual(['😀', '\\ud800', '\\\ufffd']);
});

test('parses to the same text that the database would store', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(JSON.parse(jsonText(text))).toBe(Buffer.from(text).toString());
    }),
  );
});
