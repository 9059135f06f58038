import { expect, it } from 'vitest';
import { firstLinkUrl } from './first-link.ts';

const listening = { port: 7080, tlsCert: null, tlsKey: null, trustProxy: [], publicUrl: null, isTrial: false };

it.each([
  ['127.0.0.1', 'http://localhost:7080'],
  ['127.0.0.2', 'http://localhost:7080'],
  ['::1', 'http://localhost:7080'],
  ['0.0.0.0', 'https://localhost:7080'],
  ['::', 'https://localhost:7080'],
  ['192.0.2.7', null],
  ['2001:db8::7', null],
])('the first link of an API on %s is at %s', (address, url) => {
  expect(firstLinkUrl({ ...listening, address })).toBe(url);
});

it('contains the port that the API listens on, and uses plain HTTP behind a trusted proxy', () => {
  expect(firstLinkUrl({ ...listening, address: '0.0.0.0', port: 8443, trustProxy: ['10.0.0.1'] })).toBe('http://localhost:8443');
});
