/** Frames of Ethernet, put together as hex: also such as no honest guest sends. */
import { numberOf } from '@innkeeper/model/ip-networks';

const hex = (value: number | bigint, bytes: number): string => value.toString(16).padStart(bytes * 2, '0');
const mac = (text: string): string => text.replaceAll(':', '');
const v4 = (address: string): string => hex(numberOf(address), 4);
const v6 = (address: string): string => hex(numberOf(address), 16);
const length = (text: string): number => text.length / 2;

/** Found again in what arrives. */
export const markOf = (name: string): string => Buffer.from(`<${name}>`).toString('hex');

interface Ether {
  to: string;
  from: string;
}

/** `tags`: as `8100` and a number each, before the type. */
export function ethernet({ to, from }: Ether, type: number, payload: string, tags: readonly [number, number][] = []): string {
  const tagged = tags.map(([protocol, id]) => hex(protocol, 2) + hex(id, 2)).join('');
  return (mac(to) + mac(from) + tagged + hex(type, 2) + payload).padEnd(120, '0');
}

export const arp = (operation: number, sender: { mac: string; ip: string }, target: { mac: string; ip: string }): string =>
  `0001080006040000`.slice(0, 12) + hex(operation, 2) + mac(sender.mac) + v4(sender.ip) + mac(target.mac) + v4(target.ip);

/** The sum of 16-bit words, as all checksums of the internet are. */
function checksum(text: string): string {
  let sum = 0;
  for (let i = 0; i < text.length; i += 4) sum += Number.parseInt(text.slice(i, i + 4).padEnd(4, '0'), 16);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return hex(~sum & 0xffff, 2);
}

/** `fragment`: flags and offset, as the header has them. */
export function ipv4(from: string, to: string, protocol: number, payload: string, fragment = 0): string {
  const head = (sum: string) =>
    `4500${hex(20 + length(payload), 2)}1234${hex(fragment, 2)}40${hex(protocol, 1)}${sum}${v4(from)}${v4(to)}`;
  return head(checksum(head('0000'))) + payload;
}

export function ipv6(from: string, to: string, next: number, payload: string): string {
  return `60000000${hex(length(payload), 2)}${hex(next, 1)}ff${v6(from)}${v6(to)}${payload}`;
}

/** Without a checksum, which IPv4 allows. */
export const udp = (from: number, to: number, payload: string): string =>
  `${hex(from, 2)}${hex(to, 2)}${hex(8 + length(payload), 2)}0000${payload}`;

export function icmpv6(from: string, to: string, type: number, body: string): string {
  const message = `${hex(type, 1)}000000${body}`;
  const sum = checksum(`${v6(from)}${v6(to)}${hex(length(message), 4)}0000003a${message}`);
  return `${hex(type, 1)}00${sum}${body}`;
}

/** Options for the destination, or for each hop, that say nothing: 8 bytes. */
export const options = (next: number): string => `${hex(next, 1)}00010400000000`;

/** `offset` in bytes, a multiple of 8. */
export const fragment = (next: number, offset: number, more: boolean): string =>
  `${hex(next, 1)}00${hex(offset | (more ? 1 : 0), 2)}00001234`;

export const target = v6;
