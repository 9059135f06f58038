import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { openHosts, parseHost, splitTarget } from './host.ts';

const client = { address: '203.0.113.5', secure: false, local: false };
const raw = (host: string | undefined, rest: object = {}) =>
  ({ headers: { host }, socket: { localAddress: '192.0.2.1', localPort: 7080 }, ...rest }) as unknown as IncomingMessage;
const hosts = openHosts({ names: ['api.example.com', '*.example.org'] });

it.each([
  ['localhost:9000', 'localhost:9000'],
  ['LOCALHOST', 'localhost'],
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:8080', '192.0.2.1:8080'],
  ['api.example.com', 'api.example.com'],
  ['any.example.org:443', 'any.example.org:443'],
  ['evil.example', '192.0.2.1:7080'],
  ['a.b.example.org', '192.0.2.1:7080'],
  ['api.example.com.evil.example', '192.0.2.1:7080'],
  ['evil.example/api.example.com', '192.0.2.1:7080'],
  ['localhost@evil.example', '192.0.2.1:7080'],
  ['198.51.100.9', '192.0.2.1:7080'],
  ['', '192.0.2.1:7080'],
  [undefined, '192.0.2.1:7080'],
])('a request to the host %s gets links to %s', (host, expected) => {
  expect(hosts.linkBase(raw(host), client)).toBe(`http://${expected}`);
});

it.each([
  ['localhost:9000', true],
  ['LOCALHOST', true],
  ['127.0.0.1:7080', true],
  ['127.8.9.10', true],
  ['[::1]:7080', true],
  ['192.0.2.1:1', true],
  ['api.example.com', true],
  ['any.example.org:443', true],
  ['evil.example', false],
  ['localhost.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['198.51.100.9', false],
  ['', false],
  [undefined, false],
])('the host %s is this machine: %s', (host, isOwn) => {
  expect(hosts.isOwnHost(raw(host))).toBe(isOwn);
});

it("links have the client's scheme, and IPv6 addresses are in brackets", () => {
  const socket = { localAddress: '::ffff:192.0.2.1', localPort: 443 };
  expect(hosts.linkBase(raw('192.0.2.1', { socket }), { ...client, secure: true })).toBe('https://192.0.2.1');
  const six = { localAddress: '2001:db8::1', localPort: 7080 };
  expect(hosts.linkBase(raw('[2001:DB8:0::1]:7080', { socket: six }), client)).toBe('http://[2001:db8:0::1]:7080');
  expect(hosts.linkBase(raw('evil.example', { socket: six }), client)).toBe('http://[2001:db8::1]:7080');
});

it('a public URL is used in all links, and a host in the target overrides the header', () => {
  const configured = openHosts({ publicUrl: 'https://api.example.com' });
  expect(configured.linkBase(raw('evil.example'), client)).toBe('https://api.example.com');
  expect(configured.requestOrigin(raw('localhost:1'), client)).toBe('http://localhost:1');
  const absolute = (originalUrl: string) => hosts.linkBase(raw('localhost', { originalUrl }), client);
  expect(absolute('http://api.example.com/v1')).toBe('http://api.example.com');
  expect(absolute('http://evil.example/v1')).toBe('http://192.0.2.1:7080');
  expect(absolute('/v1')).toBe('http://localhost');
});

it.each([
  ['http://host:1/v1/x?y=1', 'host:1', '/v1/x?y=1'],
  ['HTTPS://host', 'host', '/'],
  ['http://host?x', 'host', '/?x'],
])('%s is split', (target, authority, rest) => {
  expect(splitTarget(target)).toEqual({ authority, rest });
});

it.each(['/v1', '//host/v1', '*', 'host:443', 'ftp://host/'])('%s is not in absolute form', (target) => {
  expect(splitTarget(target)).toBeUndefined();
});

it.each(['a b', 'a/b', 'a:b', 'a:1:2', 'a:65536', '[127.0.0.1]', '[::1', 'a\u00e4', '<script>', 'a'.repeat(300)])(
  '%s is not a host',
  (text) => expect(parseHost(text)).toBeUndefined(),
);
