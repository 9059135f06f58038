/** PDFs with names in several scripts, read back by another program. */

import { documents } from '@innkeeper/engine/documents/render';
import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { documentOf, lineOf, PERSON, SELLER } from './documents.ts';

const ARABIC = 'شركة النور للاستضافة';
const NAMES = ['אירוח ענן ישראלי', 'บริษัท โฮสติ้ง', 'होस्टिंग सेवा', 'საქართველოს ღრუბელი', 'Հայկական ամպ'];

async function render(buyer: Partial<typeof PERSON>, label = 'Nano server'): Promise<Buffer> {
  const document = documentOf('original', [lineOf(399n, undefined, { label })], {
    buyer: { ...PERSON, ...buyer },
    seller: SELLER,
  });
  return documents.render(document, 'pdf');
}

async function textOf(buyer: Partial<typeof PERSON>, label?: string): Promise<string> {
  return (await extractText(new Uint8Array(await render(buyer, label)), { mergePages: true })).text;
}

/** Letters of a text in any order: readers of PDFs place signs of several glyphs differently. */
const lettersOf = (text: string): string[] => [...new Set(text.match(/\p{L}/gu))].sort();

test.each(NAMES)('the name %s has all of its letters, in the head and in a line', async (name) => {
  const [plain, inHead, inLine] = [await textOf({}), await textOf({ name }), await textOf({}, name)];
  for (const text of [inHead, inLine]) {
    expect(text).not.toContain('\0');
    expect(lettersOf(text)).toEqual(expect.arrayContaining(lettersOf(name)));
  }
  expect(lettersOf(plain)).not.toEqual(expect.arrayContaining(lettersOf(name)));
});

test('an Arabic name has a glyph for each letter, and its text in the order of reading for screen readers', async () => {
  // Letters that differ only in their dots share a glyph, so a reader of glyphs does not find all of them.
  const text = await textOf({ name: ARABIC });
  expect(text).not.toContain('\0');
  expect(text.match(/\p{Script=Arabic}/gu)?.length).toBeGreaterThanOrEqual(ARABIC.replaceAll(' ', '').length);
  const unescaped = (await render({ name: ARABIC })).toString('latin1').replaceAll(/\\([()\\])/g, '$1');
  expect(unescaped).toContain(Buffer.from(ARABIC, 'utf16le').swap16().toString('latin1'));
});

test('a long address in another script is wrapped into lines of its own', async () => {
  const text = await textOf({ address: 'רחוב הרצל '.repeat(12).trim() });
  expect(text.match(/הרצל/g)).toHaveLength(12);
});

// The shaper of pdfkit fails for each of these.
test.each(['\u06a5', 'شر\u06a2كة', '\u0e07\u0e11\u0e2c\u0e3a\u0e35\u25cc'])(
  '%s, which cannot be shaped, is drawn as boxes',
  async (name) => {
    expect(await textOf({ name }, `Nano ${name}`)).toContain('Nano');
  },
);

test('the same document gives the same bytes', async () => {
  const document = documentOf('original', [lineOf(399n)], { buyer: { ...PERSON, name: [ARABIC, ...NAMES].join(', ') } });
  const [one, other] = [await documents.render(document, 'pdf'), await documents.render(document, 'pdf')];
  expect(one.equals(other)).toBe(true);
});
