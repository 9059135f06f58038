import { expect, test } from 'vitest';
import { mimeProblem } from './mime-user-data.ts';

const message = (...parts: string[]) =>
  `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\npreamble\n--b\n${parts.join('\n--b\n')}\n--b--\nepilogue`;
const part = (type: string, body: string, more = '') => `Content-Type: ${type}\n${more}\n${body}`;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const INCLUDE = '#include\nhttp://127.0.0.1/a';
const nested = (depth: number, inner: string): string =>
  depth === 0
    ? inner
    : `Content-Type: multipart/mixed; boundary=n${depth}\n\n--n${depth}\n${nested(depth - 1, inner)}\n--n${depth}--`;

test.each([
  ['a script and a cloud-config', message(part('text/x-shellscript', '#!/bin/sh'), part('text/cloud-config', 'packages: [a]'))],
  ['a kind by its content', message(part('text/plain', '#cloud-config\n{}'), '\n#!/bin/sh')],
  ['a handler of parts', message(part('text/part-handler', 'import os'), part('text/x-own', '#include <stdio.h>'))],
  ['one part', 'Content-Type: text/x-shellscript\n\n#!/bin/sh\necho "#include"'],
  ['encodings', message(part('text/plain', base64('#!/bin/sh\n'), 'Content-Transfer-Encoding: BASE64\n'))],
  ['other parameters', `Content-Type: multipart/mixed; charset=utf-8;\n boundary=b\n\n--b\n\n#!/bin/sh\n--b--`],
  ['an include after the end', `${message(part('text/plain', 'a'))}\n--b\nContent-Type: text/x-include-url\n\nhttp://a`],
  ['multiparts inside each other', nested(7, part('text/plain', '#!/bin/sh'))],
])('accepts %s', (_what, text) => {
  expect(mimeProblem(text)).toBeNull();
});

const TYPE = 'Must not contain parts of the type text/x-include-url. Insert the included text as a part.';
const WORD = 'Must not contain parts that start with #include. Insert the included text as a part.';
test.each([
  ['its type', message(part('text/x-include-url', 'http://a')), TYPE],
  ['a type in odd case', message(part('Text/X-Include-URL; charset=utf-8', 'http://a')), TYPE],
  ['a folded header', message('content-TYPE:\n\ttext/x-include-url\n\nhttp://a'), TYPE],
  ['line ends of an old Mac', message('A: b\rContent-Type: text/x-include-url\r\rhttp://a'), TYPE],
  ['the only part', 'Content-Type: text/x-include-url\nMIME-Version: 1.0\n\nhttp://a', TYPE],
  ['a part of a nested multipart', message(nested(3, part('text/x-include-url', 'http://a'))), TYPE],
  ['an unclosed multipart', message(nested(1, part('text/x-include-url', 'http://a')).replace('--n1--', '')), TYPE],
  ['the first of two types', message(`Content-Type: text/x-include-url\n${part('text/plain', 'http://a')}`), TYPE],
  ['a closing boundary that Python skips', message(`\n--b\n--b--\n${part('text/x-include-url', 'http://a')}`), TYPE],
  ['its content', message(part('text/plain', INCLUDE)), WORD],
  ['content without a type', message(`\n \n${INCLUDE}`), WORD],
  ['content without a blank line', message(`Content-Type: text/plain\n${INCLUDE}`), WORD],
  [
    'a script that is none',
    message(part('text/x-shellscript', ` ${INCLUDE.toUpperCase()}`)),
    WORD.replace('#include', '#INCLUDE'),
  ],
  ['a type that is none', message(part('text', INCLUDE)), WORD],
  ['base64', message(part('text/plain', base64(INCLUDE), 'Content-Transfer-Encoding: base64\n')), WORD],
  [
    'quoted printable',
    message(part('text/plain', '=23in=\nclude http://a', 'Content-Transfer-Encoding: quoted-printable\n')),
    WORD,
  ],
  ['blanks beyond ASCII', message(part('text/plain', '=C2=85#include', 'Content-Transfer-Encoding: quoted-printable\n')), WORD],
  ['bytes that Python reads as a blank', message(part('text/plain', '\u00c2\u00a0#include')), WORD],
  [
    'an archive',
    message(part('text/plain', '#cloud-config-archive\n- "#include"')),
    WORD.replace('#include', '#cloud-config-archive'),
  ],
  ['an archive by type', message(part('text/cloud-config-archive', '[]')), TYPE.replace('x-include-url', 'cloud-config-archive')],
  [
    'a mail',
    message(part('message/rfc822', part('text/x-include-url', 'http://a'))),
    'Must not contain parts of the type message/rfc822.',
  ],
  [
    'a digest',
    message(nested(1, `\n${INCLUDE}`).replace('mixed', 'digest')),
    'Must not contain parts of the type message/rfc822.',
  ],
  ['gzip', message(part('application/x-gzip', base64('a'))), 'Must not contain compressed parts.'],
  [
    'an unknown encoding',
    message(part('text/plain', 'begin 644 a', 'Content-Transfer-Encoding: x-uuencode\n')),
    'The Content-Transfer-Encoding of a part must be 7bit, 8bit, binary, base64 or quoted-printable.',
  ],
  ['wrong base64', message(part('text/plain', '#!!!', 'Content-Transfer-Encoding: base64\n')), 'A part is not valid base64.'],
  ['too many multiparts', nested(8, part('text/plain', 'a')), 'Must not nest more than 7 multiparts.'],
])('refuses an include by %s', (_what, text, sentence) => {
  expect(mimeProblem(text)).toBe(sentence);
});

test.each([
  '',
  '; boundary=',
  '; boundary="a"; boundary="b"',
  "; boundary*=utf-8''b",
  '; boundary*0=b',
  '; boundary="b',
  '; boundary=<b>',
  '; boundary="a\\"b"',
  ' boundary=b',
])('refuses a multipart whose boundary is not clear: %j', (parameters) => {
  expect(mimeProblem(`Content-Type: multipart/mixed${parameters}\n\n--b\n${part('text/x-include-url', 'http://a')}\n--b--`)).toBe(
    'Each multipart must name its boundary once, such as boundary="part".',
  );
});
