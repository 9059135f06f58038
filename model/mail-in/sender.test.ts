import { describe, expect, it } from 'vitest';
import { isFromItsSender } from './sender.ts';

const from = (...results: string[]) => ({
  ...{ messageId: null, answers: [], recipients: [], subject: '', from: 'ada@mail.example.org' },
  headers: results.map((value) => ['authentication-results', value] as const),
});
const known = (...results: string[]) => isFromItsSender(from(...results), 'mx.host.example');

describe('a sender is known', () => {
  it.each([
    ['by DMARC', 'mx.host.example; dmarc=pass (p=reject) header.from=mail.example.org'],
    ['by DKIM of its domain', 'mx.host.example; dkim=pass header.d=mail.example.org header.s=a'],
    ['by DKIM of a domain above', 'mx.host.example; spf=none; dkim=pass (2048-bit key) header.i=@example.org'],
    ['by SPF', 'mx.host.example 1; spf=pass smtp.mailfrom=bounce@mail.example.org'],
    ['in capitals', 'MX.host.example; DKIM=Pass header.d=MAIL.example.org'],
    ['by one of several', 'mx.host.example; dkim=fail header.d=mail.example.org; spf=pass smtp.mailfrom=mail.example.org'],
  ])('%s', (_how, results) => expect(known(results)).toBe(true));

  it.each([
    ['another server says so', 'mx.other.example; dkim=pass header.d=mail.example.org'],
    ['another domain signed', 'mx.host.example; dkim=pass header.d=evil.example'],
    ['a domain below signed', 'mx.host.example; dkim=pass header.d=evil.mail.example.org'],
    ['a domain that only ends likewise signed', 'mx.host.example; dkim=pass header.d=ample.org'],
    ['a top-level domain signed', 'mx.host.example; dkim=pass header.d=org'],
    ['it failed', 'mx.host.example; dkim=fail header.d=mail.example.org; spf=softfail smtp.mailfrom=mail.example.org'],
    ['a comment says so', 'mx.host.example (; dkim=pass header.d=mail.example.org); dkim=none'],
    ['a comment in a comment says so', 'mx.host.example; dkim=none ((x) ; dkim=pass header.d=mail.example.org)'],
    [
      'a comment says so of the whole',
      'mx.host.example; dmarc=fail (p=none; dmarc=pass header.from=mail.example.org ;) header.from=mail.example.org',
    ],
    ['it is about another method', 'mx.host.example; iprev=pass header.d=mail.example.org; auth=pass smtp.auth=mail.example.org'],
    ['a result only begins likewise', 'mx.host.example; dkim=passed header.d=mail.example.org'],
    ['the name is longer', 'mx.host.example.evil; dkim=pass header.d=mail.example.org'],
  ])('not when %s', (_how, results) => expect(known(results)).toBe(false));

  it('not by a header below the first, which may have come with the mail', () => {
    expect(known('mx.host.example; dkim=none', 'mx.host.example; dkim=pass header.d=mail.example.org')).toBe(false);
    expect(known('mx.other.example; dkim=none', 'mx.host.example; dkim=pass header.d=mail.example.org')).toBe(false);
  });

  it('not without a server that checks, nor without a sender', () => {
    const mail = from('mx.host.example; dkim=pass header.d=mail.example.org');
    expect(isFromItsSender(mail, null)).toBe(false);
    expect(isFromItsSender({ ...mail, from: null }, 'mx.host.example')).toBe(false);
    expect(isFromItsSender(from(), 'mx.host.example')).toBe(false);
  });
});
