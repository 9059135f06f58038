import { expect, test } from 'vitest';
import { parsePublicUrl } from './public-url.ts';

test.each([
  ['https://api.example.com', 'https://api.example.com'],
  ['https://API.example.com:443/', 'https://api.example.com'],
  ['https://192.0.2.1:8443', 'https://192.0.2.1:8443'],
  ['https://[2001:db8::1]', 'https://[2001:db8::1]'],
  ['http://localhost:7080', 'http://localhost:7080'],
  ['http://127.0.0.1:7080', 'http://127.0.0.1:7080'],
  ['http://[::1]:7080', 'http://[::1]:7080'],
])('%s is %s', (text, url) => {
  expect(parsePublicUrl(text)).toBe(url);
});

test.each([
  'api.example.com',
  'localhost:7080',
  'http://api.example.com',
  'http://127.evil.example',
  'ftp://api.example.com',
  'https://api.example.com/v1',
  'https://api.example.com/?x',
  'https://api.example.com?',
  'https://api.example.com#',
  'https://me@api.example.com',
  'https://',
  '',
])('"%s" is refused by naming the option', (text) => {
  expect(() => parsePublicUrl(text)).toThrow('--public-url');
});
