import { describe, expect, test } from 'vitest';
import { commentOf, fingerprintOf, isPrivateKey, withoutSecret } from './ssh-key-text.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAwcWMPMEuiZYfoCBRWYAqPMydwFdByzzSZzjE1xNNN1 ada@laptop of work';

test('the fingerprint is the one that ssh-keygen prints', async () => {
  expect(await fingerprintOf(KEY)).toBe('SHA256:nZHEL5CyfffGDuSF+AqnwgTU8UGisDznB9UPpybtY7k');
});

test.each(['', 'ssh-ed25519', 'ssh-ed25519 ???'])('there is no fingerprint of "%s"', async (text) => {
  expect(await fingerprintOf(text)).toBeUndefined();
});

describe('a private key', () => {
  test.each([
    '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl',
    '-----BEGIN RSA PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----',
    'PuTTY-User-Key-File-3: ssh-ed25519',
  ])('is known by its first line: %s', (text) => expect(isPrivateKey(text)).toBe(true));
  test.each(['', '\n', ' ', '\r'])('loses its secret, and is still known, with "%s" behind its beginning', (end) => {
    const shown = withoutSecret(`# my key\n-----BEGIN OPENSSH PRIVATE KEY-----${end}c2VjcmV0`);
    expect(shown).not.toContain('c2Vj');
    expect(isPrivateKey(shown)).toBe(true);
  });
  test('is no public key', () => expect(isPrivateKey(KEY)).toBe(false));
});

test('the comment is what stands behind the key', () => {
  expect(commentOf(KEY)).toBe('ada@laptop of work');
  expect(commentOf('ssh-ed25519 AAAA')).toBe('');
  expect(commentOf('-----BEGIN OPENSSH PRIVATE KEY-----')).toBe('');
});

test('a public key stays as it is in its file', () => expect(withoutSecret(`${KEY}\n`)).toBe(KEY));
