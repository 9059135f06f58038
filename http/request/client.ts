/**
 * Finds the client of a request and the security of its connection, from the socket or from headers of trusted proxies. A header counts
 * only after it was parsed as an address.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface Client {
  /** Normalized address: IPv4 mapped into IPv6 becomes IPv4. */
  readonly address: string;
  /** True if the connection is encrypted: HTTPS to us, or to a trusted proxy that reports it. */
  readonly secure: boolean;
  /** True if the client is on this machine, without an unknown proxy in between. In a trial's container, this machine is the host. */
  readonly local: boolean;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Parses `192.0.2.7`, `2001:db8::7` or `::ffff:192.0.2.7`. Returns `undefined` for anything else, including `127.1` and `127.evil`. */
export function parseAddress(text: string): Address | undefined {
  return isIP(text) === 0 ? undefined : ipaddr.process(text);
}

export function isLoopback(text: string): boolean {
  return parseAddress(text)?.range() === 'loopback';
}

/** Returns the network that limits are counted by: the IPv4 address, or the IPv6 /64, which one customer has. */
export function networkOf(text: string): string {
  if (isIP(text) === 4) return text;
  const address = parseAddress(text);
  if (!(address instanceof ipaddr.IPv6)) return address?.toString() ?? 'unknown';
  return prefixOf(address, 4);
}

/** Multiple of the limit for a /48, which many providers assign on request, relative to a /64. */
const SHARE_OF_48 = 4;

/** Returns the networks that an address counts for, each with its multiple of the limit. */
export function networksOf(text: string): { name: string; share: number }[] {
  const address = parseAddress(text);
  const own = { name: networkOf(text), share: 1 };
  if (!(address instanceof ipaddr.IPv6)) return [own];
  return [own, { name: prefixOf(address, 3), share: SHARE_OF_48 }];
}

function prefixOf({ parts }: ipaddr.IPv6, groups: number): string {
  const shown = parts.slice(0, groups).map((part) => part.toString(16));
  return `${shown.join(':')}::/${groups * 16}`;
}

/** Returns a function that checks whether an address is in one of the ranges, such as `10.0.0.1` or `10.0.0.0/8`. */
export function openRanges(ranges: readonly string[]): (address: string) => boolean {
  const parsed = ranges.map((range): Range => {
    const [text = '', bits] = range.split('/');
    const address = parseAddress(text);
    if (!address) throw new TypeError(`no address or CIDR: ${range}`);
    const whole = address.kind() === 'ipv4' ? 32 : 128;
    return [address, bits === undefined ? whole : Number(bits)];
  });
  return (text) => {
    const address = parseAddress(text);
    return address !== undefined && parsed.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
  };
}

/**
 * Returns the function that finds the client of a request. `proxies` are addresses whose X-Forwarded-For and X-Forwarded-Proto are trusted.
 * `gateways` are addresses that stand for the host of a trial's container.
 */
export function openClients(proxies: readonly string[], gateways: readonly string[] = []): (raw: IncomingMessage) => Client {
  const isProxy = openRanges(proxies);
  // All requests of a direct connection have the same client.
  const direct = new WeakMap<object, { client: Client; proxied: boolean }>();
  return (raw) => {
    const { socket } = raw;
    let known = direct.get(socket);
    if (!known) {
      const address = parseAddress(socket.remoteAddress ?? '')?.toString() ?? '';
      const local = isLoopback(address) || gateways.includes(address);
      const client = { address, secure: 'encrypted' in socket && socket.encrypted === true, local };
      known = { client, proxied: isProxy(address) };
      direct.set(socket, known);
    }
    return known.proxied ? behindProxy(known.client, raw, isProxy) : known.client;
  };
}

/** Finds the client behind proxies. Each proxy appends its client, so the last address that is not a trusted proxy is the client. */
function behindProxy(proxy: Client, { headers }: IncomingMessage, isProxy: (address: string) => boolean): Client {
  const proto = last(headers['x-forwarded-proto']);
  const secure = proto === undefined ? proxy.secure : proto.toLowerCase() === 'https';
  let { address } = proxy;
  for (const text of fromLast(headers['x-forwarded-for'])) {
    const hop = addressOfHop(text);
    // An unparsable hop is certainly not this machine.
    if (!hop) return { address, secure, local: false };
    address = hop.toString();
    if (!isProxy(address)) break;
  }
  return { address, secure, local: proxy.local && isLoopback(address) };
}

/** Parses an address to which some proxies add the port: `192.0.2.7:4711`, `[2001:db8::7]:4711`. */
function addressOfHop(hop: string): Address | undefined {
  return parseAddress(/^\[(.*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop);
}

/**
 * Yields the items of a list from the last one, which the nearest proxy has added. A client may send thousands of items before it, which
 * are therefore not split.
 */
function* fromLast(header: string | string[] | undefined): Generator<string> {
  if (header === undefined) return;
  const list = [header].flat().join(',');
  for (let end = list.length; end >= 0; ) {
    const comma = end === 0 ? -1 : list.lastIndexOf(',', end - 1);
    yield list.slice(comma + 1, end).trim();
    end = comma;
  }
}

function last(header: string | string[] | undefined): string | undefined {
  const [item] = fromLast(header);
  return item;
}
