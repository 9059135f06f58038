import { describe, expect, it } from 'vitest';
import { canVerify, judgeByKeys, judgeSender, senderDomain } from './sender.ts';

describe('a domain', () => {
  it.each([
    ['itself', 'mail.example.org', 'mail.example.org', true],
    ['one below it', 'example.org', 'mail.example.org', true],
    ['one above it', 'mail.example.org', 'example.org', false],
    ['one that ends alike', 'ample.org', 'example.org', false],
    ['one below a top-level domain', 'org', 'example.org', false],
    ['one below a public suffix', 'co.uk', 'example.co.uk', false],
    ['one below a public suffix of a hosting company', 'github.io', 'example.github.io', false],
  ])('authenticates %s: %s, %s', (_what, signer, domain, does) => expect(canVerify(signer, domain)).toBe(does));

  it.each([
    ['ada@mail.example.org', 'mail.example.org'],
    ['ada@org', undefined],
    ['ada@co.uk', undefined],
    ['ada@127.0.0.1', undefined],
    ['"ada@example.org"@evil.example', undefined],
    ['ada@example.org@evil.example', undefined],
    ['ada@bücher.example', undefined],
  ])('of %s is %s', (address, domain) => expect(senderDomain(address)).toBe(domain));
});

it.each([
  ['verified', ['fail', 'pass'], 'none'],
  ['verified', ['unanswered', 'pass'], 'pass'],
  ['unverified', ['pass'], 'fail'],
  ['unverified', ['fail'], 'none'],
  ['unverified', [], 'none'],
  ['unverified', ['fail'], 'unanswered'],
  ['unanswered', ['pass'], 'unanswered'],
  ['unanswered', ['unanswered', 'fail'], 'none'],
  ['unanswered', ['pass', 'unanswered'], 'fail'],
] as const)('a mail is %s with signatures %j and DMARC %s', (result, signatures, dmarc) => {
  expect(judgeSender(signatures, dmarc)).toBe(result);
});

it.each([
  [undefined, [['v=DKIM1; p=x'], null]],
  ['unanswered', [[], null]],
  ['unverified', [[], []]],
] as const)('a mail is %s by keys %j alone, regardless of the policy', (result, keys) => {
  const answers = new Map<string, readonly string[] | null>([['_dmarc.example.org', ['v=DMARC1; p=none']]]);
  for (const [at, texts] of keys.entries()) answers.set(`${at}._domainkey.example.org`, texts);
  expect(judgeByKeys(answers)).toBe(result);
});
