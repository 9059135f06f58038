import { describe, expect, it } from 'vitest';
import { isPublicAddress, refusedPlace, refusedUrl } from './public-address.ts';

describe('an address of the internet', () => {
  it.each(['8.8.8.8', '151.101.1.6', '2a00:1450:4001:82a::200e', '2620:fe::fe', '::ffff:8.8.8.8'])('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ...['169.254.169.254', '100.64.0.1', '100.127.255.255', '192.0.0.8', '192.0.2.1', '198.18.0.1', '198.51.100.7'],
    ...['203.0.113.9', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', 'fe80::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', 'fec0::1', '2001:db8::1', '100::1'],
    ...['::ffff:127.0.0.1', '::ffff:a00:1', '::ffff:169.254.169.254', '::127.0.0.1', '64:ff9b::a00:1', '2002:7f00:1::'],
    // Given out to nobody.
    ...['4000::1', '5f00::1'],
    ...['2001::1', 'localhost', '127.1', '', '1.2.3.4.5'],
  ])('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('an address to download from', () => {
  it.each([
    'https://example.org/a.iso',
    'http://example.org:8080/a.iso',
    'https://[2a00:1450:4001:82a::200e]/a.iso',
    'http://8.8.8.8/a.iso?x=1#y',
  ])('may be %s', (url) => {
    expect(refusedUrl(url)).toBeUndefined();
  });

  it.each([
    'ftp://example.org/a.iso',
    'file:///etc/passwd',
    'not an address',
    'http://user@example.org/a.iso',
    'http://user:secret@example.org/a.iso',
    'http://:secret@example.org/a.iso',
    'http://example.org:22/a.iso',
    'http://example.org:5432/',
    'http://localhost/a.iso',
    'http://localhost./a.iso',
    'http://a.localhost/a.iso',
    'http://127.0.0.1/a.iso',
    'http://127.1/a.iso',
    'http://2130706433/a.iso',
    'http://0x7f.0.0.1/a.iso',
    'http://017700000001/a.iso',
    'http://0/a.iso',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/a.iso',
    'http://[::ffff:10.0.0.1]/a.iso',
    'http://[::ffff:7f00:1]/a.iso',
    'http://[64:ff9b::10.0.0.1]/a.iso',
    'http://192.168.0.1./a.iso',
  ])('is never %s', (url) => {
    expect(refusedUrl(url)).toMatch(/\.$/);
  });
});

describe("a mirror of the operator's", () => {
  const mirrors = [
    { address: '10.0.0.5', port: 9000 },
    { address: 'fd00::5', port: 80 },
  ];

  it.each([
    'http://10.0.0.5:9000/a.iso',
    'https://10.0.0.5:9000/a.iso',
    'http://10.0.0.5.:9000/a.iso',
    'http://[fd00::5]/a.iso',
    'http://[fd00:0:0::5]:80/a.iso',
    // Where it leads is seen when it is asked.
    'http://mirror.example:9000/a.iso',
    'http://example.org/a.iso',
  ])('lets %s be', (url) => {
    expect(refusedUrl(url, mirrors)).toBeUndefined();
  });

  it.each([
    'http://10.0.0.5/a.iso',
    'http://10.0.0.5:80801/a.iso',
    'http://10.0.0.5:900/a.iso',
    'http://10.0.0.50:9000/a.iso',
    'http://10.0.0.6:9000/a.iso',
    'http://[::ffff:10.0.0.5]:9000/a.iso',
    'http://[::ffff:a00:5]:9000/a.iso',
    'https://[fd00::5]/a.iso',
    'http://[fd00::50]/a.iso',
    'http://8.8.8.8:9000/a.iso',
    'http://localhost:9000/a.iso',
    'http://mirror.example:9001/a.iso',
    'http://user:secret@10.0.0.5:9000/a.iso',
    'ftp://10.0.0.5:9000/a.iso',
  ])('does not let %s be', (url) => {
    expect(refusedUrl(url, mirrors)).toMatch(/\.$/);
  });

  it('is where a name leads only with its own address and port', () => {
    const refused = (address: string, port: number) => refusedPlace({ address, port }, mirrors);
    expect(refused('10.0.0.5', 9000)).toBeUndefined();
    expect(refused('8.8.8.8', 80)).toBeUndefined();
    expect(refused('8.8.8.8', 9000)).toMatch('port');
    expect(refused('10.0.0.5', 80)).toMatch('not public');
    expect(refused('10.0.0.50', 9000)).toMatch('not public');
    expect(refused('::ffff:10.0.0.5', 9000)).toMatch('not public');
  });
});
