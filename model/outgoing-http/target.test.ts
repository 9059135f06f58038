import { describe, expect, it } from 'vitest';
import { DOWNLOAD_RULES, SERVICE_RULES } from './rules.ts';
import { explainAddressRefusal, explainUrlRefusal } from './target.ts';

const ENDPOINTS = [
  { address: '10.0.0.5', port: 9000 },
  { address: 'fd00::5', port: 80 },
];

describe.each([
  ['downloads', DOWNLOAD_RULES],
  ['services', SERVICE_RULES],
])('the rules of %s', (_whom, rules) => {
  it.each(['https://example.com/a?b=c', 'https://example.com:8443/', 'https://93.184.215.14/', 'https://[2606:4700::1111]/'])(
    'allow %s',
    (url) => {
      expect(explainUrlRefusal(url, rules, [])).toBeUndefined();
    },
  );

  it.each([
    ['no url', 'not a valid'],
    ['ftp://example.com/', 'must begin with'],
    ['file:///etc/passwd', 'must begin with'],
    ['javascript:alert(1)', 'must begin with'],
    ['https://user@example.com/', 'user name'],
    ['https://user:secret@example.com/', 'user name'],
    ['https://:secret@example.com/', 'user name'],
    ['https://example.com:22/', 'port must be'],
    ['https://93.184.215.14:22/', 'port must be'],
    ['https://localhost/', 'not public'],
    ['https://localhost./', 'not public'],
    ['https://a.localhost/', 'not public'],
    ['https://a.localhost./', 'not public'],
    ['https://127.0.0.1/', 'not public'],
    ['https://127.1/', 'not public'],
    ['https://2130706433/', 'not public'],
    ['https://0x7f.1/', 'not public'],
    ['https://0x7f.0.0.1/', 'not public'],
    ['https://017700000001/', 'not public'],
    ['https://0/', 'not public'],
    ['https://10.0.0.1/', 'not public'],
    ['https://192.168.0.1./', 'not public'],
    ['https://169.254.169.254/latest/meta-data/', 'not public'],
    ['https://[::1]/', 'not public'],
    ['https://[fe80::1]/', 'not public'],
    ['https://[fd00::1]/', 'not public'],
    ['https://[::ffff:10.0.0.1]/', 'not public'],
    ['https://[::ffff:7f00:1]/', 'not public'],
    ['https://[64:ff9b::10.0.0.1]/', 'not public'],
    ['https://[2002:a00:1::]/', 'not public'],
  ])('refuse %s', (url, why) => {
    expect(explainUrlRefusal(url, rules, ENDPOINTS)).toContain(why);
  });

  it.each([
    'http://10.0.0.5:9000/a',
    'https://10.0.0.5:9000/a',
    'http://10.0.0.5.:9000/a',
    'http://[fd00::5]/a',
    'http://[fd00:0:0::5]:80/',
  ])('allow the endpoint %s', (url) => {
    expect(explainUrlRefusal(url, rules, ENDPOINTS)).toBeUndefined();
    expect(explainUrlRefusal(url, rules, [])).toBeDefined();
  });

  it.each([
    ['https://10.0.0.5/', 'not public'],
    ['https://10.0.0.5:80801/', 'not a valid'],
    ['https://10.0.0.5:900/', 'not public'],
    ['https://10.0.0.50:9000/', 'not public'],
    ['https://10.0.0.6:9000/', 'not public'],
    ['https://[::ffff:10.0.0.5]:9000/', 'not public'],
    ['https://[::ffff:a00:5]:9000/', 'not public'],
    ['https://[fd00::5]/', 'not public'],
    ['https://[fd00::50]:80/', 'not public'],
    ['https://localhost:9000/', 'not public'],
    ['https://user:secret@10.0.0.5:9000/', 'user name'],
    ['ftp://10.0.0.5:9000/', 'must begin with'],
  ])('refuse %s, which resembles an endpoint', (url, why) => {
    expect(explainUrlRefusal(url, rules, ENDPOINTS)).toContain(why);
  });

  it('check the addresses of a name by address and port', () => {
    const explain = (addresses: string[], port: number) => explainAddressRefusal(addresses, port, rules, ENDPOINTS);
    expect(explain(['8.8.8.8', '2606:4700::1111'], 443)).toBeUndefined();
    expect(explain(['10.0.0.5'], 9000)).toBeUndefined();
    expect(explain(['8.8.8.8'], 25)).toContain('port must be');
    for (const [address, port] of [
      ['10.1.2.3', 443],
      ['10.0.0.5', 443],
      ['10.0.0.50', 9000],
      ['::ffff:10.0.0.5', 9000],
    ] as const)
      expect(explain([address], port), address).toContain('not public');
  });

  it('refuse a name if any of its addresses is refused', () => {
    for (const addresses of [
      ['8.8.8.8', '10.0.0.1'],
      ['10.0.0.1', '8.8.8.8'],
    ])
      expect(explainAddressRefusal(addresses, 443, rules, ENDPOINTS)).toContain('not public');
    expect(explainAddressRefusal(['10.0.0.5', '10.0.0.6'], 9000, rules, ENDPOINTS)).toContain('not public');
  });

  it("refuse the host's own public address in any notation, unless it is an endpoint", () => {
    const own = ['8.8.8.8', '2606:4700::1111'];
    for (const address of ['8.8.8.8', '::ffff:8.8.8.8', '2606:4700:0::1111'])
      expect(explainAddressRefusal([address], 443, rules, [], own), address).toContain('not public');
    expect(explainAddressRefusal(['8.8.8.8'], 443, rules, [{ address: '8.8.8.8', port: 443 }], own)).toBeUndefined();
    expect(explainAddressRefusal(['8.8.4.4'], 443, rules, [], own)).toBeUndefined();
  });
});

describe('downloads', () => {
  const explain = (url: string) => explainUrlRefusal(url, DOWNLOAD_RULES, ENDPOINTS);

  it.each([
    'http://example.org/a.iso',
    'http://example.org:8080/a.iso',
    'http://8.8.8.8/a.iso?x=1#y',
    'http://mirror.example:9000/a.iso',
  ])('are allowed from %s', (url) => {
    expect(explain(url)).toBeUndefined();
  });

  it.each([
    ['ftp://example.org/a.iso', 'The URL must begin with http:// or https://.'],
    ['http://example.org:5432/', 'The port must be one of 80, 443, 8080, 8443.'],
    ['http://8.8.8.8:9000/a.iso', 'The port must be one of 80, 443, 8080, 8443.'],
    ['http://mirror.example:9001/a.iso', 'The port must be one of 80, 443, 8080, 8443.'],
  ])('are never allowed from %s', (url, why) => {
    expect(explain(url)).toBe(why);
  });

  it("are allowed from a mirror's port only at the mirror's address", () => {
    expect(explainAddressRefusal(['8.8.8.8'], 9000, DOWNLOAD_RULES, ENDPOINTS)).toContain('port must be');
  });
});

describe('services', () => {
  const explain = (url: string) => explainUrlRefusal(url, SERVICE_RULES, ENDPOINTS);

  it('can have any port from 1024', () => {
    expect(explain('https://example.com:1024/')).toBeUndefined();
  });

  it.each([
    ['http://example.com/', 'The URL must begin with https://.'],
    ['http://10.0.0.5:9001/', 'The URL must begin with https://.'],
    ['https://example.com/#part', 'The URL must not contain a fragment.'],
    ['http://10.0.0.5:9000/#part', 'The URL must not contain a fragment.'],
    ['https://example.com:1023/', 'The port must be 443, or 1024 or more.'],
    // An endpoint is an address and a port. Its port therefore allows nothing for names.
    ['https://service.example:80/', 'The port must be 443, or 1024 or more.'],
  ])('cannot be %s', (url, why) => {
    expect(explain(url)).toBe(why);
  });
});
