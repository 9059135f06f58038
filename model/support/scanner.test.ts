import { expect, test } from 'vitest';
import { formatEndpoint, parsePrivateEndpoint } from './scanner.ts';

test.each([
  ['127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['10.0.0.5:1', { host: '10.0.0.5', port: 1 }],
  ['192.168.1.9:65535', { host: '192.168.1.9', port: 65_535 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
  ['[FD00::0001]:3310', { host: 'fd00::1', port: 3310 }],
])('a scanner can be at %s', (text, place) => {
  expect(parsePrivateEndpoint(text)).toEqual(place);
  expect(parsePrivateEndpoint(formatEndpoint({ socket: null, ...place }) ?? '')).toEqual(place);
});

test.each([
  ...['8.8.8.8:3310', '[2001:4860:4860::8888]:3310', '169.254.169.254:80', '[fe80::1]:3310', '0.0.0.0:3310', '224.0.0.1:3310'],
  ...[
    '[::ffff:10.0.0.5]:3310',
    '[::ffff:a00:5]:3310',
    'localhost:3310',
    '127.1:3310',
    '127.0.0.1',
    '127.0.0.1:0',
    '127.0.0.1:65536',
    '::1:3310',
    '',
  ],
])('a scanner cannot be at %s', (text) => {
  expect(parsePrivateEndpoint(text)).toBeUndefined();
});
