/**
 * Tells a link where an address is now. The router there remembers for a minute or longer which host answered for it before: an address that comes
 * from another host would be lost for so long.
 */
import { numberOf } from '@innkeeper/model/ip-networks';
import type { Netns } from '../netns.ts';
import { linkOf } from './host.ts';

const EVERYBODY = Buffer.from('ffffffffffff', 'hex');
/** All nodes of a link: ff02::1, and its MAC. */
const ALL_NODES = Buffer.from('ff020000000000000000000000000001', 'hex');
const ALL_NODES_MAC = Buffer.from('333300000001', 'hex');
const ICMPV6 = 58;
const ADVERTISEMENT = 136;
/** It replaces what was known. Neither of a router nor asked for. */
const OVERRIDE = 0x20;

/** That the host with this MAC answers for the address: an ARP request for itself (RFC 5227), or an unsolicited neighbour advertisement (RFC 4861). */
export function announcement(mac: string, address: string): Buffer {
  const sender = Buffer.from(mac.replaceAll(':', ''), 'hex');
  return address.includes(':') ? advertisement(sender, bytesOf(address)) : arp(sender, bytesOf(address));
}

function arp(sender: Buffer, address: Buffer): Buffer {
  // Ethernet, IPv4, their lengths, and that it is a request.
  const head = Buffer.from('0001080006040001', 'hex');
  return Buffer.concat([EVERYBODY, sender, Buffer.from('0806', 'hex'), head, sender, address, Buffer.alloc(6), address]);
}

function advertisement(sender: Buffer, address: Buffer): Buffer {
  // With the option of the target's MAC.
  const message = Buffer.concat([Buffer.from([ADVERTISEMENT, 0, 0, 0, OVERRIDE, 0, 0, 0]), address, Buffer.from([2, 1]), sender]);
  const pseudo = Buffer.concat([address, ALL_NODES, Buffer.from([0, 0, 0, message.length, 0, 0, 0, ICMPV6])]);
  message.writeUInt16BE(checksum(Buffer.concat([pseudo, message])), 2);
  const head = Buffer.from([0x60, 0, 0, 0, 0, message.length, ICMPV6, 255]);
  return Buffer.concat([ALL_NODES_MAC, sender, Buffer.from('86dd', 'hex'), head, address, ALL_NODES, message]);
}

function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let i = 0; i < bytes.length; i += 2) sum += bytes.readUInt16BE(i);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}

function bytesOf(address: string): Buffer {
  const digits = address.includes(':') ? 32 : 8;
  return Buffer.from(numberOf(address).toString(16).padStart(digits, '0'), 'hex');
}

/** A line of hex is a frame. The address is of AF_PACKET: family, protocol, interface, and nothing that sending needs. */
const SEND = `
socket(my $card, 17, 3, 0) or die $!;
my $to = pack('S n i S C C a8', 17, 0, $ARGV[0], 0, 0, 6, '');
while (my $line = <STDIN>) { chomp $line; send($card, pack('H*', $line), 0, $to) or die $!; }
`;

/** Node.js can't send frames, and Perl is on each Debian. Without it routers learn of the address when their entry is not answered any more. */
export async function announce(host: Netns, device: string, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const link = await linkOf(host, device);
  if (link?.address === undefined) return;
  const mac = link.address;
  const frames = addresses.map((one) => announcement(mac, one).toString('hex'));
  await host.attempt('perl', ['-e', SEND, String(link.ifindex)], { input: `${frames.join('\n')}\n` });
}
