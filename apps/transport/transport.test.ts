import { expect, test } from 'vitest';
import { chooseTransport, consoleUrl, isLocalOnly, type ListenSettings, localUrl } from './transport.ts';

const at = (address: string, rest: Partial<ListenSettings> = {}): ListenSettings => ({
  address,
  port: 7080,
  tlsCert: null,
  tlsKey: null,
  trustProxy: [],
  publicUrl: null,
  isTrial: false,
  ...rest,
});

test.each([
  ['127.0.0.1', 'http'],
  ['127.3.2.1', 'http'],
  ['::1', 'http'],
  ['::ffff:127.0.0.1', 'http'],
  ['0.0.0.0', 'self-signed'],
  ['::', 'self-signed'],
  ['192.0.2.7', 'self-signed'],
  ['2001:db8::7', 'self-signed'],
])('%s is served as %s', (address, kind) => {
  expect(chooseTransport(at(address)).kind).toBe(kind);
});

test("the operator's files override everything, and a trusted proxy allows plain HTTP", () => {
  expect(chooseTransport(at('127.0.0.1', { tlsCert: 'c', tlsKey: 'k' }))).toEqual({
    kind: 'operator-certificate',
    cert: 'c',
    key: 'k',
  });
  expect(chooseTransport(at('0.0.0.0', { trustProxy: ['10.0.0.0/8'], publicUrl: 'https://api.example.com' })).kind).toBe('http');
});

test('a trial container is served over plain HTTP on every address', () => {
  expect(chooseTransport(at('0.0.0.0', { isTrial: true })).kind).toBe('http');
  expect(localUrl(at('0.0.0.0', { isTrial: true }))).toBe('http://127.0.0.1:7080');
});

test('the address for clients of this machine', () => {
  expect(localUrl(at('127.0.0.1'))).toBe('http://127.0.0.1:7080');
  expect(localUrl(at('0.0.0.0'))).toBe('https://127.0.0.1:7080');
  expect(localUrl(at('::'))).toBe('https://[::1]:7080');
  expect(localUrl(at('::1'))).toBe('http://[::1]:7080');
  expect(localUrl(at('0.0.0.0', { trustProxy: ['10.0.0.1'], publicUrl: 'https://api.example.com' }))).toBe(
    'http://127.0.0.1:7080',
  );
});

test("the console's URL uses a host name on loopback, since passkeys and cookies require one", () => {
  expect(consoleUrl(at('127.0.0.1'))).toBe('http://localhost:7080');
  expect(consoleUrl(at('::1'))).toBe('http://localhost:7080');
  expect(consoleUrl(at('0.0.0.0', { isTrial: true }))).toBe('http://localhost:7080');
  expect(consoleUrl(at('::'))).toBe('https://localhost:7080');
  expect(consoleUrl(at('192.0.2.7'))).toBe('https://192.0.2.7:7080');
  expect(consoleUrl(at('127.0.0.1', { publicUrl: 'https://inn.example' }))).toBe('https://inn.example');
});

test.each([
  [at('127.0.0.1'), true],
  [at('::1'), true],
  [at('127.0.0.1', { publicUrl: 'http://localhost:7080' }), true],
  [at('127.0.0.1', { publicUrl: 'http://[::1]:7080' }), true],
  [at('0.0.0.0'), false],
  [at('192.0.2.7'), false],
  [at('127.0.0.1', { publicUrl: 'https://inn.example' }), false],
  [at('127.0.0.1', { publicUrl: 'https://127.0.0.1.example' }), false],
  [at('127.0.0.1', { trustProxy: ['127.0.0.1'] }), false],
])('%j is for this machine only: %s', (listening, expected) => {
  expect(isLocalOnly(listening)).toBe(expected);
});
