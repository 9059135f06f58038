import { gzipSync } from 'node:zlib';
import { expect, it, test } from 'vitest';
import { explainNoIso, ISO_HEAD_BYTES } from './iso-format.ts';

/** Returns a file of zeros with texts at these places. */
function fileWith(texts: Record<number, string>, bytes = ISO_HEAD_BYTES): Buffer {
  const file = Buffer.alloc(bytes);
  for (const [at, text] of Object.entries(texts)) file.write(text, Number(at), 'latin1');
  return file;
}

it.each([
  ['ISO 9660', fileWith({ 32768: '\x01CD001\x01' })],
  ['ISO 9660 of a small size', fileWith({ 32768: '\x01CD001\x01' }, 40_000)],
  ['ISO 9660 and UDF', fileWith({ 32769: 'CD001', 34817: 'CD001', 36865: 'BEA01', 38913: 'NSR02', 40961: 'TEA01' })],
  ['UDF alone', fileWith({ 32769: 'BEA01', 34817: 'NSR03', 36865: 'TEA01' })],
  ['UDF in blocks of 4 KiB', fileWith({ 32769: 'BEA01', 36865: 'NSR03', 40961: 'TEA01' })],
  ['an MBR', fileWith({ 510: '\x55\xaa' })],
  ['an MBR alone', fileWith({ 510: '\x55\xaa' }, 512)],
  ['a GPT', fileWith({ 512: 'EFI PART' })],
  ['a GPT in blocks of 4 KiB', fileWith({ 4096: 'EFI PART' })],
])('accepts %s', (_name, file) => {
  expect(explainNoIso(file, 'text/html')).toBeUndefined();
});

it.each([
  ['gzip', gzipSync(fileWith({ 32768: '\x01CD001\x01' })), /compressed with gzip, and not an ISO image/],
  ['xz', fileWith({ 0: '\xfd7zXZ\0' }), /compressed with xz/],
  ['zstd', fileWith({ 0: '\x28\xb5\x2f\xfd' }), /compressed with zstd/],
  ['bzip2', fileWith({ 0: 'BZh9' }), /compressed with bzip2/],
  ['a ZIP archive', fileWith({ 0: 'PK\x03\x04' }), /a ZIP archive/],
  ['a tar archive', fileWith({ 257: 'ustar' }), /a tar archive/],
  ['QCOW2', fileWith({ 0: 'QFI\xfb' }), /QCOW2/],
  ['a web page', Buffer.from('\n<!-- Sign in -->\n<!DOCTYPE html><title>Sign in</title>'), /leads to a web page/],
  ['a web page below many comments', Buffer.from(`${'<!---->'.repeat(100)}<html>`), /leads to a web page/],
  ['many comments', Buffer.from('<!---->'.repeat(142)), /neither a file system/],
  ['a web page with a BOM', Buffer.from('\ufeff<html lang="en">'), /leads to a web page/],
  ['identifiers at the wrong place', fileWith({ 0: 'CD001', 34817: 'CD001', 510: 'CD001' }), /neither a file system/],
  ['UDF without a version', fileWith({ 32769: 'BEA01', 34817: 'TEA01' }), /neither a file system/],
  ['zeros', fileWith({}), /neither a file system/],
  ['nothing', Buffer.alloc(0), /neither a file system/],
])('refuses %s', (_name, file, sentence) => {
  expect(explainNoIso(file, undefined)).toMatch(sentence);
});

test('the server may say that it sends a web page', () => {
  expect(explainNoIso(Buffer.from('<p>Gone'), 'text/html; charset=utf-8')).toMatch(/web page/);
});
