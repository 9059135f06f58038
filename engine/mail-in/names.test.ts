import { createSocket, type Socket } from 'node:dgram';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openResolver } from '../dns/resolver.ts';
import { openMailNames } from './names.ts';

const NO_ERROR = 0;
const SERVFAIL = 2;
const NXDOMAIN = 3;

/** A name server on the loopback address. The first label of a name determines its reply, or that it never replies. */
let server: Socket;
let address: string;
beforeAll(async () => {
  server = createSocket('udp4', (query, from) => {
    const label = query.subarray(13, 13 + (query[12] ?? 0)).toString();
    const reply = { key: () => replyTo(query, NO_ERROR, ['v=DKIM1; ', 'p=x']), none: () => replyTo(query, NO_ERROR, []) };
    const wrong = { unknown: () => replyTo(query, NXDOMAIN, []), broken: () => replyTo(query, SERVFAIL, []) };
    const answer = Object.entries({ ...reply, ...wrong }).find(([name]) => name === label)?.[1]();
    if (answer) server.send(answer, from.port, from.address);
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  address = `127.0.0.1:${server.address().port}`;
});
afterAll(() => void server.close());

/** Returns a reply. `texts` are the parts of one TXT record. */
function replyTo(query: Buffer, code: number, texts: string[]): Buffer {
  let end = 12;
  while (query[end]) end += (query[end] ?? 0) + 1;
  const question = query.subarray(12, end + 5);
  const head = Buffer.concat([
    query.subarray(0, 2),
    Buffer.from([0x81, 0x80 | code, 0, 1, 0, texts.length > 0 ? 1 : 0, 0, 0, 0, 0]),
  ]);
  if (texts.length === 0) return Buffer.concat([head, question]);
  const data = Buffer.concat(texts.map((text) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])));
  // A pointer to the question's name, TXT, IN, a TTL of 1 s.
  const record = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 1, 0, data.length]);
  return Buffer.concat([head, question, record, data]);
}

test("returns a name's texts or none, or no answer if DNS fails or times out", async () => {
  const names = openMailNames({ open: () => openResolver([address]), timeoutMs: 1_000 });
  const answers = await names.query([
    'key.x.example',
    'none.x.example',
    'unknown.x.example',
    'broken.x.example',
    'mute.x.example',
  ]);
  expect([...answers.values()]).toEqual([['v=DKIM1; p=x'], [], [], null, null]);
});

test('omits a text that is no longer a key', async () => {
  const texts = async () => ['x'.repeat(8_193), ...Array(30).fill('v=DKIM1')];
  const answers = await openMailNames({ open: () => ({ texts }) }).query(['a.example']);
  expect(answers.get('a.example')).toEqual(Array(20).fill('v=DKIM1'));
});
