import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openPdnsServer, type PdnsServer } from '@innkeeper/lab/pdns-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dnsConformance, exampleZone, ptr } from '../conformance.ts';
import { PowerDns } from './driver.ts';

const driverOf = ({ url, apiKey }: Pick<PdnsServer, 'url' | 'apiKey'>, timeoutMs?: number) =>
  new PowerDns({ url, apiKey, server: 'localhost', ...(timeoutMs !== undefined && { timeoutMs }) });

dnsConformance('PowerDNS', async () => {
  const pdns = await openPdnsServer();
  return {
    server: driverOf(pdns),
    serial: async (zone) => Number((await pdns.ask('+short', 'SOA', zone)).split(' ')[2]),
    makeUnavailable: () => pdns.kill(),
    close: () => pdns.close(),
  };
});

describe('a PowerDNS', () => {
  let pdns: PdnsServer;
  beforeAll(async () => {
    pdns = await openPdnsServer();
  }, 60_000);
  afterAll(() => pdns.close());

  it('serves the names that were pushed, by name and address', async () => {
    const dns = driverOf(pdns);
    await dns.createZone(exampleZone('113.0.203.in-addr.arpa'));
    await dns.createZone(exampleZone('8.b.d.0.1.0.0.2.ip6.arpa'));
    await dns.change('113.0.203.in-addr.arpa', [ptr('10.113.0.203.in-addr.arpa', 'web-1.example.com')]);
    await dns.change('8.b.d.0.1.0.0.2.ip6.arpa', [ptr(`1.${'0.'.repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa`, 'web-1.example.com')]);
    expect(await pdns.ask('+short', '-x', '203.0.113.10')).toBe('web-1.example.com.');
    expect(await pdns.ask('+short', '-x', '2001:db8::1')).toBe('web-1.example.com.');
    expect(await pdns.ask('+short', '-x', '203.0.113.11')).toBe('');
    expect(await pdns.ask('+short', 'SOA', '113.0.203.in-addr.arpa')).toMatch(
      /^ns1\.example\.net\. host\\\.master\.example\.net\. \d{10} /,
    );
    expect((await pdns.ask('+short', 'NS', '113.0.203.in-addr.arpa')).split('\n').sort()).toEqual([
      'ns1.example.net.',
      'ns2.example.net.',
    ]);
  });

  it('does not change a zone that it replicates from another server', async () => {
    const headers = { 'x-api-key': pdns.apiKey, 'content-type': 'application/json' };
    const body = JSON.stringify({ name: '7.0.192.in-addr.arpa.', kind: 'Slave', masters: ['127.0.0.1'], nameservers: [] });
    expect((await fetch(`${pdns.url}/api/v1/servers/localhost/zones`, { method: 'POST', headers, body })).status).toBe(201);
    await expect(driverOf(pdns).createZone(exampleZone('7.0.192.in-addr.arpa'))).rejects.toMatchObject({ kind: 'refused' });
  });

  it('counts as unavailable with a wrong key, and no error message contains the key', async () => {
    const wrong = driverOf({ ...pdns, apiKey: 'secret-and-wrong' }).records('1.in-addr.arpa');
    await expect(wrong).rejects.toMatchObject({ kind: 'away', message: expect.not.stringContaining('secret') });
  });
});

describe('another server', () => {
  it.each<[string, (reply: import('node:http').ServerResponse) => void]>([
    ['a page', (reply) => void reply.writeHead(200).end('<html>')],
    ['a page that is not there', (reply) => void reply.writeHead(404).end('<html>')],
    ['a proxy without it', (reply) => void reply.writeHead(502).end('Bad Gateway')],
    ['a redirect', (reply) => void reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['half a reply', (reply) => void reply.writeHead(200, { 'content-length': 99 }).write('{', () => reply.destroy())],
    ['silence', () => {}],
  ])('%s counts as unavailable', async (_, answer) => {
    const server = createServer((_request, reply) => answer(reply)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const dns = driverOf({ url, apiKey: 'k' }, 300);
    await expect(dns.records('1.in-addr.arpa')).rejects.toMatchObject({ kind: 'away' });
    server.closeAllConnections();
    server.close();
  });
});
