import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asciiDomain, hasShortLocalPart, withAsciiDomain } from './address.ts';

describe('the domain', () => {
  it.each([
    ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
    ['Ada@MÜNCHEN.Example', 'Ada@xn--mnchen-3ya.example'],
    ['ada@mu\u0308nchen.example', 'ada@xn--mnchen-3ya.example'],
    ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['ada@straße.example', 'ada@xn--strae-oqa.example'],
    ['ada@ＥＸＡＭＰＬＥ.com', 'ada@example.com'],
    ['münchen.example', 'münchen.example'],
  ])('of %s is converted: %s', (text, expected) => {
    expect(withAsciiDomain(text)).toBe(expected);
    expect(withAsciiDomain(expected)).toBe(expected);
  });

  it.each(['ada@Example.COM', 'müller@example.com', 'ada@xn--mnchen-3ya.example', 'ada@', '', '@'])('of %j stays', (text) => {
    expect(withAsciiDomain(text)).toBe(text);
  });

  it.each([
    'ä/x.example',
    'ä%2eexample',
    'ä#x.example',
    'ä?x',
    'ä\\x',
    'ä:25',
    'ä b.example',
    'ä\t.example',
    'ä／x.example',
    'xn--zz.ä',
    '字'.repeat(256),
  ])('is no domain, and stays for the check that follows: %j', (text) => {
    expect(asciiDomain(text)).toBe(text);
  });

  it('has one form only, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        const once = withAsciiDomain(`a@${text}`);
        expect(withAsciiDomain(once)).toBe(once);
      }),
    );
  });
});

it('counts bytes before the last @', () => {
  expect(hasShortLocalPart(`${'a'.repeat(64)}@example.com`)).toBe(true);
  expect(hasShortLocalPart(`${'a'.repeat(65)}@example.com`)).toBe(false);
  expect(hasShortLocalPart(`${'ü'.repeat(33)}@example.com`)).toBe(false);
  expect(hasShortLocalPart(`a@${'b'.repeat(100)}`)).toBe(true);
});
