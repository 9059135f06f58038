/** No text of 64 KB costs more processor time than what is linear in its length, whatever reads it. */
import { readMime } from '@innkeeper/engine/mail-in/read-mime';
import { describe, expect, it } from 'vitest';
import { explainSlowness, pumped, type Read } from './texts/measure.ts';
import { PUMPS, WORST } from './texts/pumps.ts';
import { READERS } from './texts/readers.ts';
import { SCHEMAS } from './texts/schemas.ts';

async function slowTexts(read: Read, pumps = PUMPS): Promise<string[]> {
  const slow: string[] = [];
  for (const { name, textOf } of pumps) {
    const why = await explainSlowness(read, textOf);
    if (why !== undefined) slow.push(`${name}: ${why}`);
  }
  return slow;
}

it.each(Object.entries(READERS))('%s', async (name, read) => {
  const worst = (WORST[name] ?? []).map((textOf, at) => ({ name: `worst ${at}`, textOf }));
  expect(await slowTexts(read, [...worst, ...PUMPS])).toEqual([]);
});

it('the measurement finds a pattern whose time is quadratic', async () => {
  expect(await explainSlowness((text) => text.replace(/\s+$/, ''), pumped(' ', { end: 'a' }))).toMatch(/times as long/);
  expect(await explainSlowness((text) => text.replace(/\s+/, ''), pumped(' ', { end: 'a' }))).toBeUndefined();
});

it('the text fields of all operations', async () => {
  const slow: string[] = [];
  const address = { name: 'address', textOf: pumped('a.', { begin: 'a@', end: ' ' }) };
  for (const { name, read } of SCHEMAS) slow.push(...(await slowTexts(read, [address, ...PUMPS])).map((one) => `${name} ${one}`));
  expect(slow).toEqual([]);
});

describe('a mail', () => {
  /** Each is parsed whole, which costs so much that it gets few. */
  const FEW = PUMPS.filter((_, at) => at % 4 === 0);

  it.each(['From', 'Subject', 'References', 'Delivered-To', 'Content-Type'])('with a long %s', async (header) => {
    const read = (text: string) => readMime(Buffer.from(`${header}: ${text.replace(/[\r\n]+/g, ' ')}\r\n\r\nx`));
    expect(await slowTexts(read, FEW)).toEqual([]);
  });

  it.each(['text/html', 'multipart/mixed; boundary=a', 'message/delivery-status'])('with a long body of %s', async (type) => {
    const read = (text: string) => readMime(Buffer.from(`From: a@b.example\r\nContent-Type: ${type}\r\n\r\n${text}`));
    expect(await slowTexts(read, FEW)).toEqual([]);
  });
});
