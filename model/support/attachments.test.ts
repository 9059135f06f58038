import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asAttachment, safeFileName, safeType, typeByName } from './attachments.ts';

describe('the type of a file', () => {
  it('is derived from its extension if none was given', () => {
    expect(['a.log', 'A.PNG', 'x.tar.gz', 'page.html', 'gz', '.'].map(typeByName)).toEqual([
      ...['text/plain', 'image/png', 'application/gzip'],
      ...['application/octet-stream', 'application/octet-stream', 'application/octet-stream'],
    ]);
  });

  it('is kept only if no program executes its content', () => {
    expect(safeType('image/png')).toBe('image/png');
    expect(safeType('Text/Plain; charset=utf-8')).toBe('text/plain');
    for (const type of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml', 'application/javascript', '', 'x'])
      expect(safeType(type)).toBe('application/octet-stream');
  });
});

describe('the name of a file', () => {
  it('has no directories, control characters or bidirectional marks', () => {
    expect(safeFileName('C:\\logs\\boot.log')).toBe('boot.log');
    expect(safeFileName('../../etc/passwd')).toBe('passwd');
    expect(safeFileName('a\r\nSet-Cookie: b')).toBe('aSet-Cookie: b');
    expect(safeFileName('photo\u202egpj.exe')).toBe('photogpj.exe');
    for (const nothing of ['', '.', '..', '/', '\u200b']) expect(safeFileName(nothing)).toBe('file');
  });

  it('keeps its extension when it is truncated', () => {
    expect(safeFileName(`${'\u00e4'.repeat(400)}.tar.gz`)).toMatch(/^\u00e4+\.tar\.gz$|^\u00e4+\.gz$/);
    expect([...safeFileName(`${'x'.repeat(400)}.log`)]).toHaveLength(200);
  });
});

describe('Content-Disposition', () => {
  it('names a file in ASCII, and also in UTF-8 if that differs', () => {
    expect(asAttachment('boot.log')).toBe('attachment; filename="boot.log"');
    expect(asAttachment('Gr\u00f6\u00dfe "1".png')).toBe(
      `attachment; filename="Gr__e _1_.png"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.png`,
    );
  });

  it('is a single header for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (given) => {
        expect(asAttachment(safeFileName(given))).toMatch(
          /^attachment; filename="[^"\\\r\n]*"(; filename\*=UTF-8''[\w%.~!$&+^`|-]+)?$/,
        );
      }),
    );
  });
});
