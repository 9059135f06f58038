import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it.each([
  [['2026-01-31', 12, null, '9.99'], '2026-01-31,12,,9.99\r\n'],
  [['a, "b"', 'two\nlines'], '"a, ""b""","two\nlines"\r\n'],
  [['=1+1', '+1', '-1', '@x', '\t=1'], '"\'=1+1","\'+1","\'-1","\'@x","\'\t=1"\r\n'],
  [['  =1', '\r\n-1', '1=1'], '"\'  =1","\'\r\n-1",1=1\r\n'],
])('%j', (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});

/** Parses a line as a spreadsheet does (RFC 4180). */
function read(line: string): string[] {
  return [...`${line.slice(0, -2)},`.matchAll(/(?:"((?:[^"]|"")*)"|([^",]*)),/gy)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

it('any customer text stays one cell, is read back unchanged, and is never a formula', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '"', ',', "'", '\n', '\r', '\t', ' ', 'a') }),
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (cells) => {
      const back = read(csvLine(cells));
      expect(back.map((cell, i) => (cell === cells[i] ? cell : cell.slice(1)))).toEqual(cells);
      for (const cell of back) expect(cell.trimStart()).not.toMatch(/^[=+\-@]/);
    }),
  );
});
