import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

const plain = (text: string) => plainText(Buffer.from(text));

test.each([
  ['colours and movements', '\u001b[1;31mred\u001b[0m\u001b[2J\u001b[10;20H.', 'red.'],
  ['a title, ended either way', '\u001b]0;evil\u0007a\u001b]2;more\u001b\\b', 'ab'],
  ['a device string', '\u001bPq#0;2;0\u001b\\x', 'x'],
  ['a charset and a reset', '\u001b(Bx\u001bcy', 'xy'],
  ['an escape at the end', 'x\u001b', 'x'],
  ['one that is cut off', 'x\u001b[1;3', 'x'],
  ['a bell, a backspace, a null, C1', 'a\u0007b\u0008c\u0000d\u009b31me', 'abcd31me'],
  ['line ends', 'a\r\nb\rc\n\td', 'a\nbc\n\td'],
  ['turned text', 'a\u202eb\u2066c\u200f', 'abc'],
  ['letters of all kinds', 'Grüße 日本 🙂', 'Grüße 日本 🙂'],
])('%s', (_what, given, expected) => {
  expect(plain(given)).toBe(expected);
});

test('invalid UTF-8, such as a truncated character, is shown as a replacement character', () => {
  expect(plainText(Buffer.from([0xbc, 0x61, 0xff, 0x62]))).toBe('\ufffda\ufffdb');
});

test('no input leaves a terminal control sequence', () => {
  const bytes = Buffer.from(Array.from({ length: 65_536 }, (_, i) => (i * 2_654_435_761) >>> 24));
  expect(plainText(bytes)).toMatch(/^(?:\P{Cc}|[\n\t])*$/u);
});
