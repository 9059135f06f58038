import { MAX_MAIL_FILE_BYTES } from '@innkeeper/model/mail-in/mail';
import { expect, test } from 'vitest';
import { openMailParser } from './parse.ts';

const MB = 1024 ** 2;
const mail = (encoding: string, body: string): Buffer =>
  Buffer.from(
    `From: a@b.example\r\nContent-Type: application/x; name=x\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}`,
  );

/** Each line: transfer encoding, body, content of the file. A new form is one line. */
test.each([
  ['base64', 'SGVsbG8=', 'Hello'],
  ['base64', 'SGVs\r\nbG8', 'Hello'],
  ['base64', 'SA==\r\nZQ==\r\nbGxv', 'Hello'],
  ['base64', 'SGVsbG8=SGVsbG8=', 'HelloHello'],
  ['base64', 'S G*V-s_bG8=', 'Hello'],
  ['base64', 'SGVsbG8hQ', 'Hello!'],
  ['BASE64', 'SGVsbG8=', 'Hello'],
  ['base64', '', ''],
  ['7bit', 'Hello\r\nthere', 'Hello\nthere\n'],
  ['8bit', 'Grüße', 'Grüße\n'],
  ['binary', 'a\nb\r\n', 'a\nb\n'],
  ['unknown', 'Hello', 'Hello\n'],
  ['quoted-printable', 'Gr=C3=BC=\r\n=C3=9Fe', 'Grüße\n'],
  ['quoted-printable', 'a=3D=3db', 'a==b\n'],
  ['quoted-printable', 'a=ZZ=4', 'a=ZZ=4\n'],
  ['quoted-printable', '=\r\n=41=', 'A'],
  ['quoted-printable', '', ''],
])('%s: %j is %j', async (encoding, body, content) => {
  const { files } = await openMailParser().read(mail(encoding, body));
  expect(files.map((file) => Buffer.from(file.content).toString())).toEqual([content]);
});

const LARGE: readonly (readonly [what: string, type: string, encoding: string, line: string])[] = [
  ['short lines without transfer encoding', 'text/plain', '7bit', 'x\r\n'],
  ['empty lines', 'text/plain', '7bit', '\n'],
  ['usual lines without transfer encoding', 'text/plain', '8bit', `${'It hangs. '.repeat(7)}\r\n`],
  ['short lines of base64 that are padded', 'text/plain', 'base64', 'eA==\r\n'],
  ['short lines of quoted-printable', 'text/plain', 'quoted-printable', '=41=\r\n'],
  ['short lines that flow', 'text/plain; format=flowed; delsp=yes', '7bit', 'x \r\n'],
  ['short lines of HTML', 'text/html', '7bit', '<p>\r\n'],
  ['characters of two bytes', 'text/plain; charset=utf-8', '8bit', 'ж\r\n'],
];

/** Longer than any machine needs. The limit of the parser would make this a test of the machine. */
const LIMIT_MS = 600_000;

test.each(LARGE)('30 MB of %s need few objects', { timeout: LIMIT_MS }, async (_what, type, encoding, line) => {
  const head = `From: a@b.example\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`;
  const raw = Buffer.concat([Buffer.from(head), Buffer.alloc(29 * MB, line)]);
  const { facts, written } = await openMailParser({ memoryMb: 64, timeoutMs: LIMIT_MS }).read(raw);
  expect(facts.from).toBe('a@b.example');
  expect(written.isWhole).toBe(false);
});

test('a file of the largest size is kept, and a larger one is left out', async () => {
  const read = async (bytes: number) =>
    (await openMailParser().read(mail('8bit', 'x'.repeat(bytes - 1)))).files.map(({ content }) => content.length);
  expect(await read(MAX_MAIL_FILE_BYTES)).toEqual([MAX_MAIL_FILE_BYTES]);
  expect(await read(MAX_MAIL_FILE_BYTES + 1)).toEqual([]);
  expect(await read(MAX_MAIL_FILE_BYTES * 2)).toEqual([]);
});
