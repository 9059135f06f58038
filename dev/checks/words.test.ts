import { describe, expect, it } from 'vitest';
import { findForbidden } from './words.ts';

const found = (text: string, path = 'docs/some.md') => findForbidden([{ path, text }]);
// Joined at run time, so that this file passes the check.
const join = (...parts: string[]) => parts.join('');

describe('words that must not be committed', () => {
  it.each([
    ['a private key', join('-----BEGIN OPENSSH ', 'PRIVATE KEY-----\nb3Blbn')],
    ['a token of', join('key = "sk_', 'live_abcdefghijklmnop1234"')],
    ['the path of one machine', join('cd ', '/wo', 'rk/main')],
    ['the path of one machine', join("'", '/ho', "me/anna/innkeeper'")],
    ['the host name of a package registry', join('https://regis', 'try.npmjs.org/zod')],
  ])('finds %s', (what, text) => {
    expect(found(`first line\n${text}\n`)).toEqual([expect.stringContaining(`docs/some.md:2 names ${what}`)]);
  });

  it('finds a download address in a lock file only', () => {
    const text = '"resolved": "https://example.com/zod.tgz"';
    expect(found(text, 'package-lock.json')).toEqual([expect.stringContaining('package-lock.json:1 has a download address')]);
    expect(found(text)).toEqual([]);
  });

  it.each([
    ['domain', 'work', 'main.ts'].join('/'),
    ['path', 'work', 'x'].join('/'),
    '/root/.ssh/authorized_keys',
    '/home/USER/x',
    '-----BEGIN PUBLIC KEY-----\n',
    'the workers',
  ])('leaves %j alone', (text) => expect(found(text)).toEqual([]));
});
