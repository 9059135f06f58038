import { expect, test } from 'vitest';
import { findDigest } from './digests.ts';

const [A, B] = ['a1'.repeat(32), 'b2'.repeat(32)];
const LONG = 'c3'.repeat(64);
const find = (text: string, fields: Partial<Parameters<typeof findDigest>[1]> = {}) =>
  findDigest(text, { name: 'disk.qcow2', algorithm: 'sha256', isAlone: false, ...fields });
const found = (hex: string, names: string[]) => ({ digest: { algorithm: hex.length === 64 ? 'sha256' : 'sha512', hex }, names });

test.each([
  ['GNU', `${B}  other.qcow2\n${A}  disk.qcow2\n`],
  ['GNU for binary files', `${A} *disk.qcow2`],
  ['GNU with a folder and capitals', `${A.toUpperCase()}  ./disk.qcow2\r\n`],
  ['BSD with comments', `# disk.qcow2: 100 bytes\nSHA256 (disk.qcow2) = ${A}\n`],
  ['BSD, the same line twice', `SHA256 (disk.qcow2) = ${A}\nSHA256 (disk.qcow2) = ${A}\n`],
])('%s', (_form, text) => expect(find(text)).toEqual(found(A, ['disk.qcow2'])));

test('SHA-512, and a digest alone', () => {
  expect(find(`${A}  disk.qcow2\n${LONG}  disk.qcow2`, { algorithm: 'sha512' })).toEqual(found(LONG, ['disk.qcow2']));
  expect(find(`${LONG}\n`, { algorithm: 'sha512', isAlone: true })).toEqual(found(LONG, ['disk.qcow2']));
});

test('the dated name of the same file comes first', () => {
  const text = `${B}  disk-1.qcow2\n${A}  disk.qcow2\n${A}  disk-2.qcow2\n`;
  expect(find(text)).toEqual(found(A, ['disk-2.qcow2', 'disk.qcow2']));
  expect(find(`${A}  disk-2.qcow2\n`, { isAlone: true })).toEqual(found(A, ['disk-2.qcow2', 'disk.qcow2']));
  // Neither a path nor another kind of file is a dated name.
  for (const name of ['../disk-2.qcow2', 'https://elsewhere/disk-2.qcow2', '-2.qcow2', 'disk-2.tar.gz'])
    expect(find(`${A}  disk.qcow2\n${A}  ${name}\n`)).toEqual(found(A, ['disk.qcow2']));
});

test.each([
  ['another file', `${A}  disk.qcow2.xz`, 'lists no SHA-256 of disk.qcow2'],
  ['a digest alone in a list of files', A, 'lists no SHA-256 of disk.qcow2'],
  ['a digest that is too short', `SHA256 (disk.qcow2) = ${A.slice(2)}`, 'lists no SHA-256 of disk.qcow2'],
  ['the wrong algorithm', `${LONG}  disk.qcow2`, 'lists no SHA-256 of disk.qcow2'],
  ['two digests', `${A}  disk.qcow2\n${B}  disk.qcow2`, 'lists several digests of disk.qcow2'],
])('%s is refused', (_what, text, why) => expect(find(text)).toEqual({ why }));

test('several digests in the list of one file are refused', () => {
  expect(find(`${A}  one.qcow2\n${B}  two.qcow2`, { isAlone: true })).toEqual({ why: 'lists several digests of disk.qcow2' });
});

test('a list of one file must name a build of it, where its key signs other files too', () => {
  const wanted = { isAlone: true, names: /^disk-.*\.qcow2$/ };
  for (const name of ['disk.qcow2', 'disk-2.qcow2']) expect(find(`${A}  ${name}`, wanted)).toMatchObject({ digest: { hex: A } });
  expect(find(A, wanted)).toMatchObject({ digest: { hex: A } });
  for (const name of ['other.qcow2', 'disk-2.iso']) expect(find(`${A}  ${name}`, wanted)).toHaveProperty('why');
});
