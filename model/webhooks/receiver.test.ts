import { expect, test } from 'vitest';
import { refusedAddress, refusedReceiver } from './receiver.ts';

const HERE = [{ address: '127.0.0.1', port: 8080 }];

test.each([
  ['https://example.com/hooks?a=b', []],
  ['https://example.com:8443/', []],
  ['https://93.184.215.14/', []],
  ['https://[2606:4700::1111]/', []],
  ['http://127.0.0.1:8080/hook', HERE],
])('events may go to %s', (url, allowed) => {
  expect(refusedReceiver(url, allowed)).toBeUndefined();
});

test.each([
  ['no url', 'not a valid'],
  ['http://example.com/', 'https://'],
  ['ftp://example.com/', 'https://'],
  ['https://user@example.com/', 'user name'],
  ['https://:secret@example.com/', 'user name'],
  ['https://example.com/#part', 'fragment'],
  ['https://example.com:22/', 'port'],
  ['https://localhost/', 'not public'],
  ['https://a.localhost./', 'not public'],
  ['https://127.0.0.1/', 'not public'],
  ['https://2130706433/', 'not public'],
  ['https://0x7f.1/', 'not public'],
  ['https://169.254.169.254/latest', 'not public'],
  ['https://10.0.0.1/', 'not public'],
  ['https://[::1]/', 'not public'],
  ['https://[::ffff:10.0.0.1]/', 'not public'],
  ['https://[fe80::1]/', 'not public'],
  ['https://[fd00::1]/', 'not public'],
  ['https://[2002:a00:1::]/', 'not public'],
  ['https://[64:ff9b::a00:1]/', 'not public'],
  ['http://127.0.0.1:8081/', 'https://'],
])('and never to %s', (url, why) => {
  expect(refusedReceiver(url, HERE)).toContain(why);
});

test('an address that a name resolved to is judged as one in a URL', () => {
  expect(refusedAddress({ address: '10.1.2.3', port: 443 }, HERE)).toContain('not public');
  expect(refusedAddress({ address: '93.184.215.14', port: 25 }, HERE)).toContain('port');
  expect(refusedAddress({ address: '127.0.0.1', port: 8080 }, HERE)).toBeUndefined();
});
