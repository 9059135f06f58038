/** Tests that the CPU time of functions that read text grows linearly with the length of the text, up to 64 KB. */
import { readMime } from '@innkeeper/engine/mail-in/read-mime';
import { describe, expect, it } from 'vitest';
import { explainSlowness, type ReadText, repeatUnit } from './texts/measure.ts';
import { READERS } from './texts/readers.ts';
import { REPETITIVE_TEXTS, WORST } from './texts/repetitive-texts.ts';
import { SCHEMAS } from './texts/schemas.ts';

async function slowTexts(read: ReadText, pumps = REPETITIVE_TEXTS): Promise<string[]> {
  const slow: string[] = [];
  for (const { name, textOf } of pumps) {
    const why = await explainSlowness(read, textOf);
    if (why !== undefined) slow.push(`${name}: ${why}`);
  }
  return slow;
}

it.each(Object.entries(READERS))('%s', async (name, read) => {
  const worst = (WORST[name] ?? []).map((textOf, at) => ({ name: `worst ${at}`, textOf }));
  expect(await slowTexts(read, [...worst, ...REPETITIVE_TEXTS])).toEqual([]);
});

it('detects a pattern with quadratic time', async () => {
  expect(await explainSlowness((text) => text.replace(/\s+$/, ''), repeatUnit(' ', { end: 'a' }))).toMatch(/times as long/);
  expect(await explainSlowness((text) => text.replace(/\s+/, ''), repeatUnit(' ', { end: 'a' }))).toBeUndefined();
});

it('the text fields of all operations', async () => {
  const slow: string[] = [];
  const address = { name: 'address', textOf: repeatUnit('a.', { begin: 'a@', end: ' ' }) };
  for (const { name, read } of SCHEMAS)
    slow.push(...(await slowTexts(read, [address, ...REPETITIVE_TEXTS])).map((one) => `${name} ${one}`));
  expect(slow).toEqual([]);
});

describe('a mail', () => {
  /** Each text is parsed completely, which is so expensive that only some are tested. */
  const FEW = REPETITIVE_TEXTS.filter((_, at) => at % 4 === 0);

  it.each(['From', 'Subject', 'References', 'Delivered-To', 'Content-Type'])('with a long %s', async (header) => {
    const read = (text: string) => readMime(Buffer.from(`${header}: ${text.replace(/[\r\n]+/g, ' ')}\r\n\r\nx`));
    expect(await slowTexts(read, FEW)).toEqual([]);
  });

  it.each(['text/html', 'multipart/mixed; boundary=a', 'message/delivery-status'])('with a long body of %s', async (type) => {
    const read = (text: string) => readMime(Buffer.from(`From: a@b.example\r\nContent-Type: ${type}\r\n\r\n${text}`));
    expect(await slowTexts(read, FEW)).toEqual([]);
  });
});
