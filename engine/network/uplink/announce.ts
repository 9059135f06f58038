/**
 * Announces on a link that an address is now at this host. The router caches the previous host's MAC for a minute or longer, so a moved
 * address would be unreachable until then.
 */
import { numberOf } from '@innkeeper/model/net/ip-networks';
import type { Netns } from '../netns.ts';
import { linkOf } from './host.ts';

const EVERYBODY = Buffer.from('ffffffffffff', 'hex');
/** The IPv6 multicast address of all nodes on a link (ff02::1), and its MAC. */
const ALL_NODES = Buffer.from('ff020000000000000000000000000001', 'hex');
const ALL_NODES_MAC = Buffer.from('333300000001', 'hex');
const ICMPV6 = 58;
const ADVERTISEMENT = 136;
/** Flags of the advertisement, which is not solicited: it replaces the cached MAC, and its sender is a router. */
const [OVERRIDE, ROUTER] = [0x20, 0x80];

/** Delay in milliseconds of a repeated announcement. Linux ignores one if its entry is less than a second old. */
export const ANNOUNCED_AGAIN_MS = 1_500;

/** The sender of announcements. A host removes its default route if a gateway announces itself without `router`. */
export interface Announcer {
  mac: string;
  router?: boolean;
}

/**
 * Returns a frame announcing that this MAC has the address: an ARP announcement (RFC 5227) or an unsolicited neighbour advertisement (RFC
 * 4861).
 */
export function announcement({ mac, router = false }: Announcer, address: string): Buffer {
  const sender = Buffer.from(mac.replaceAll(':', ''), 'hex');
  return address.includes(':')
    ? advertisement(sender, bytesOf(address), OVERRIDE | (router ? ROUTER : 0))
    : arp(sender, bytesOf(address));
}

function arp(sender: Buffer, address: Buffer): Buffer {
  // Ethernet, IPv4, their address lengths, and the operation "request".
  const head = Buffer.from('0001080006040001', 'hex');
  return Buffer.concat([EVERYBODY, sender, Buffer.from('0806', 'hex'), head, sender, address, Buffer.alloc(6), address]);
}

function advertisement(sender: Buffer, address: Buffer, flags: number): Buffer {
  // Includes the option with the target's MAC.
  const message = Buffer.concat([Buffer.from([ADVERTISEMENT, 0, 0, 0, flags, 0, 0, 0]), address, Buffer.from([2, 1]), sender]);
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

/**
 * Perl script that sends frames, one per line in hex. The AF_PACKET address has only the fields that sending needs: family, protocol and
 * interface.
 */
const SEND = `
socket(my $card, 17, 3, 0) or die $!;
my $to = pack('S n i S C C a8', 17, 0, $ARGV[0], 0, 0, 6, '');
while (my $line = <STDIN>) { chomp $line; send($card, pack('H*', $line), 0, $to) or die $!; }
`;

/**
 * Sends the announcements, from the device's MAC unless `sender` is given. Node.js cannot send frames, and every Debian has Perl. If Perl is missing, routers notice the move once their
 * cached entry no longer answers.
 */
export async function announce(host: Netns, device: string, addresses: readonly string[], sender?: Announcer): Promise<void> {
  if (addresses.length === 0) return;
  const link = await linkOf(host, device);
  if (link?.address === undefined) return;
  const announcer = sender ?? { mac: link.address };
  const frames = addresses.map((one) => announcement(announcer, one).toString('hex'));
  await host.attempt('perl', ['-e', SEND, String(link.ifindex)], { input: `${frames.join('\n')}\n` });
}
