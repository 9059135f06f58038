import { expect, test } from 'vitest';
import { fontOf, missingGlyphs } from './glyphs.ts';

const [WITHOUT, WITH_CJK] = [{ hasCjk: false }, { hasCjk: true }];

test.each([
  ['Ærøskøbing, Łódź, Ağrı, Đà Nẵng', 'latin'],
  ['Αθήνα', 'latin'],
  ['Харків', 'latin'],
  ['شركة الاستضافة', 'arabic'],
  ['پیشرو گستر', 'arabic'],
  ['אירוח ישראלי', 'hebrew'],
  ['โฮสติ้งไทย', 'thai'],
  ['होस्टिंग सेवा', 'devanagari'],
  ['საქართველო', 'georgian'],
  ['Հայաստան', 'armenian'],
])('%s is shown completely, with the font %s', (name, font) => {
  expect(missingGlyphs(name, WITHOUT)).toEqual([]);
  expect(fontOf([...name][0] ?? '', WITHOUT)).toBe(font);
});

test.each([['王小明'], ['さくらインターネット'], ['서울 호스팅'], ['東京（株）']])('%s needs the font of the host', (name) => {
  expect(missingGlyphs(name, WITHOUT)).not.toEqual([]);
  expect(missingGlyphs(name, WITH_CJK)).toEqual([]);
});

test('names each sign that no font shows once, and counts a decomposed letter as its composed one', () => {
  expect(missingGlyphs('🚀 ሀ ሀ x', WITH_CJK)).toEqual(['🚀', 'ሀ']);
  expect(missingGlyphs('Ade\u0301le', WITHOUT)).toEqual([]);
  expect(missingGlyphs('\u202eשלום\u202c می\u200cخواهم', WITHOUT)).toEqual([]);
});
