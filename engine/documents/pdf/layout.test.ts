import { expect, test } from 'vitest';
import { isolate } from '../text.ts';
import { breakIntoRuns } from './layout.ts';

/** Lines as the texts of their runs from left to right. Each character is one wide. */
const lay = (text: string, width = 100) =>
  breakIntoRuns(text, { width, measure: (run) => run.text.length, fonts: { hasCjk: true } }).map((line) =>
    line.map((run) => run.text),
  );

test('words of a right-to-left name are placed from right to left, and each stays in its order of reading', () => {
  expect(lay('شركة النور')).toEqual([['النور', ' ', 'شركة']]);
  expect(lay('אירוח ישראלי')).toEqual([['ישראלי', ' ', 'אירוח']]);
});

test('numbers and Latin words keep their direction inside of it, and the first letter decides the order of the line', () => {
  expect(lay('رقم 12 شارع')).toEqual([['شارع', ' ', '12', ' ', 'رقم']]);
  expect(lay('Hotel שלום Berlin')).toEqual([['Hotel ', 'שלום', ' Berlin']]);
  expect(lay('שלום GmbH & Co. KG')).toEqual([['GmbH & Co. KG', ' ', 'שלום']]);
});

test('an isolated name does not turn round the text beside it', () => {
  expect(lay(`${isolate('שלום')} · 22 – 24`)).toEqual([['שלום', ' · 22 – 24']]);
  expect(lay('שלום · 22 – 24')).not.toEqual(lay(`${isolate('שלום')} · 22 – 24`));
});

test('brackets change sides in a text from right to left', () => {
  expect(lay('שלום (ענן)')).toEqual([['(', 'ענן', ') ', 'שלום']]);
});

test('each run has the font of its script', () => {
  const [line = []] = breakIntoRuns('ABC ไทย 東京', { width: 100, measure: () => 1, fonts: { hasCjk: true } });
  expect(line).toEqual([
    { text: 'ABC ', font: 'latin' },
    { text: 'ไทย', font: 'thai' },
    { text: ' ', font: 'latin' },
    { text: '東京', font: 'cjk' },
  ]);
});

test('lines break at spaces, between signs of scripts without spaces, and anywhere if a word is too long', () => {
  expect(lay('אחת שתיים שלוש', 10)).toEqual([['שתיים', ' ', 'אחת'], ['שלוש']]);
  expect(lay('東京都渋谷区道玄坂', 4)).toEqual([['東京都'], ['渋谷区'], ['道玄坂']]);
  expect(lay('ประเทศไทยสวยงาม', 12)).toEqual([['ประเทศไทย'], ['สวยงาม']]);
  expect(lay('საქართველო', 4)).toEqual([['საქა'], ['რთვე'], ['ლო']]);
  expect(lay('ab', 0)).toEqual([['a'], ['b']]);
});

test('signs without a font stay in the text', () => expect(lay('x 🚀 y')).toEqual([['x 🚀 y']]));
