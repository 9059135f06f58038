import { describe, expect, it } from 'vitest';
import { formatEndpoint, includesEndpoint, parseEndpoint } from './endpoints.ts';

describe('an allowed endpoint', () => {
  it.each([
    ['10.0.0.5:8080', '10.0.0.5:8080'],
    ['127.0.0.1:1', '127.0.0.1:1'],
    ['100.64.0.1:65535', '100.64.0.1:65535'],
    ['8.8.8.8:9000', '8.8.8.8:9000'],
    ['[FD00:0:0::5]:80', '[fd00::5]:80'],
    ['[::1]:8000', '[::1]:8000'],
  ])('can be %s', (text, same) => {
    const endpoint = parseEndpoint(text);
    expect(endpoint && formatEndpoint(endpoint)).toBe(same);
  });

  it.each([
    ...[
      '',
      'none',
      '10.0.0.5',
      '10.0.0.5:',
      ':80',
      '10.0.0.5:0',
      '10.0.0.5:080',
      '10.0.0.5:65536',
      '10.0.0.5:80801',
      '10.0.0.5:+80',
    ],
    ...['10.0.0.5:80/isos', 'http://10.0.0.5:80', 'mirror.example:80', 'localhost:80', '10.0.0.0/8:80', '10.0.0.*:80', '10.5:80'],
    ...[
      '10.0.0.256:80',
      '010.0.0.5:80',
      '0x0a.0.0.5:80',
      '167772165:80',
      '10.0.0.5:80 10.0.0.6:80',
      ' 10.0.0.5:80',
      '10.0.0.5:80\n',
    ],
    ...['fd00::5:80', '[fd00::5]', '[fd00::5]80', '[fe80::1%eth0]:80', '[10.0.0.5]:80'],
    // IPv4 in IPv6 form, and unspecified, link-local, multicast and broadcast addresses.
    ...['[::ffff:10.0.0.5]:80', '[::ffff:a00:5]:80', '[64:ff9b::a00:5]:80', '[2002:a00:5::]:80'],
    ...['0.0.0.0:80', '[::]:80', '169.254.169.254:80', '[fe80::1]:80', '224.0.0.1:80', '255.255.255.255:80', '[ff02::1]:80'],
  ])('cannot be "%s"', (text) => {
    expect(parseEndpoint(text)).toBeUndefined();
  });

  const endpoints = [
    { address: '10.0.0.5', port: 8080 },
    { address: 'fd00::5', port: 80 },
  ];

  it.each([
    ['10.0.0.5', 8080],
    ['fd00::5', 80],
    ['fd00:0:0:0::5', 80],
  ])('matches by address and port: %s %i', (address, port) => {
    expect(includesEndpoint(endpoints, { address, port })).toBe(true);
  });

  it.each([
    ['10.0.0.5', 80],
    ['10.0.0.5', 80_80_1],
    ['10.0.0.50', 8080],
    ['110.0.0.5', 8080],
    ['10.0.0.6', 8080],
    ['::ffff:10.0.0.5', 8080],
    ['::ffff:a00:5', 8080],
    ['fd00::5', 8080],
    ['fd00::50', 80],
    ['mirror.example', 8080],
    ['', 8080],
  ])('does not match %s %i', (address, port) => {
    expect(includesEndpoint(endpoints, { address, port })).toBe(false);
  });
});
