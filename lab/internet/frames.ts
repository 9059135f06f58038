/** Ethernet frames built as hex, including frames that no honest guest sends. */
import { numberOf } from '@innkeeper/model/net/ip-networks';

const hex = (value: number | bigint, bytes: number): string => value.toString(16).padStart(bytes * 2, '0');
const mac = (text: string): string => text.replaceAll(':', '');
const v4 = (address: string): string => hex(numberOf(address), 4);
const v6 = (address: string): string => hex(numberOf(address), 16);
const length = (text: string): number => text.length / 2;

/** Returns a mark that can be found in received packets. */
export const markOf = (name: string): string => Buffer.from(`<${name}>`).toString('hex');

interface Ether {
  to: string;
  from: string;
}

/** Builds an Ethernet frame. `tags` are pairs of protocol, such as `8100`, and number, before the type. */
export function ethernet({ to, from }: Ether, type: number, payload: string, tags: readonly [number, number][] = []): string {
  const tagged = tags.map(([protocol, id]) => hex(protocol, 2) + hex(id, 2)).join('');
  return (mac(to) + mac(from) + tagged + hex(type, 2) + payload).padEnd(120, '0');
}

export const arp = (operation: number, sender: { mac: string; ip: string }, target: { mac: string; ip: string }): string =>
  `0001080006040000`.slice(0, 12) + hex(operation, 2) + mac(sender.mac) + v4(sender.ip) + mac(target.mac) + v4(target.ip);

/** Returns the sum of 16-bit words that internet checksums use. */
function checksum(text: string): string {
  let sum = 0;
  for (let i = 0; i < text.length; i += 4) sum += Number.parseInt(text.slice(i, i + 4).padEnd(4, '0'), 16);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return hex(~sum & 0xffff, 2);
}

/** Builds an IPv4 packet. `fragment` holds flags and offset as in the header. */
export function ipv4(from: string, to: string, protocol: number, payload: string, fragment = 0): string {
  const head = (sum: string) =>
    `4500${hex(20 + length(payload), 2)}1234${hex(fragment, 2)}40${hex(protocol, 1)}${sum}${v4(from)}${v4(to)}`;
  return head(checksum(head('0000'))) + payload;
}

export function ipv6(from: string, to: string, next: number, payload: string): string {
  return `60000000${hex(length(payload), 2)}${hex(next, 1)}ff${v6(from)}${v6(to)}${payload}`;
}

/** Builds a UDP datagram without a checksum, which IPv4 allows. */
export const udp = (from: number, to: number, payload: string): string =>
  `${hex(from, 2)}${hex(to, 2)}${hex(8 + length(payload), 2)}0000${payload}`;

export function icmpv6(from: string, to: string, type: number, body: string): string {
  const message = `${hex(type, 1)}000000${body}`;
  const sum = checksum(`${v6(from)}${v6(to)}${hex(length(message), 4)}0000003a${message}`);
  return `${hex(type, 1)}00${sum}${body}`;
}

/** Returns 8 bytes of empty options for the destination or for each hop. */
export const options = (next: number): string => `${hex(next, 1)}00010400000000`;

/** Builds a fragment header. `offset` is in bytes, a multiple of 8. */
export const fragment = (next: number, offset: number, more: boolean): string =>
  `${hex(next, 1)}00${hex(offset | (more ? 1 : 0), 2)}00001234`;

export const target = v6;
