import { describe, expect, test } from 'vitest';
import { commentOf, fingerprintOf, isPrivateKey, withoutSecret } from './ssh-key-text.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAwcWMPMEuiZYfoCBRWYAqPMydwFdByzzSZzjE1xNNN1 ada@laptop of work';

test('the fingerprint equals the output of ssh-keygen', async () => {
  expect(await fingerprintOf(KEY)).toBe('SHA256:nZHEL5CyfffGDuSF+AqnwgTU8UGisDznB9UPpybtY7k');
});

test.each(['', 'ssh-ed25519', 'ssh-ed25519 ???'])('"%s" has no fingerprint', async (text) => {
  expect(await fingerprintOf(text)).toBeUndefined();
});

describe('a private key', () => {
  test.each([
    '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl',
    '-----BEGIN RSA PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----',
    'PuTTY-User-Key-File-3: ssh-ed25519',
  ])('is recognised by its first line: %s', (text) => expect(isPrivateKey(text)).toBe(true));
  test.each(['', '\n', ' ', '\r'])('loses its secret but is still recognised, with "%s" after its first marker', (end) => {
    const shown = withoutSecret(`# my key\n-----BEGIN OPENSSH PRIVATE KEY-----${end}c2VjcmV0`);
    expect(shown).not.toContain('c2Vj');
    expect(isPrivateKey(shown)).toBe(true);
  });
  test('is not confused with a public key', () => expect(isPrivateKey(KEY)).toBe(false));
});

test('the comment is the text after the key', () => {
  expect(commentOf(KEY)).toBe('ada@laptop of work');
  expect(commentOf('ssh-ed25519 AAAA')).toBe('');
  expect(commentOf('-----BEGIN OPENSSH PRIVATE KEY-----')).toBe('');
});

test('a public key is shown unchanged', () => expect(withoutSecret(`${KEY}\n`)).toBe(KEY));
