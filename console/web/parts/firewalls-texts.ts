/** Texts about firewalls that several pages use. */

export const texts = {
  protocols: {
    tcp: 'TCP',
    udp: 'UDP',
    icmp: 'ICMP (IPv4)',
    icmpv6: 'ICMPv6',
    esp: 'ESP (IPsec)',
    ah: 'AH (IPsec)',
    gre: 'GRE (tunnels)',
  },
} as const;

/** Words of a rule. */
export const RULE_WORDS = {
  everything: 'Everything',
  allPorts: (protocol: string) => `${protocol}, all ports`,
  named: (names: string, traffic: string) => `${names} (${traffic})`,
  ping: 'Ping',
  from: (traffic: string, networks: string) => `${traffic} from ${networks}`,
  to: (traffic: string, networks: string) => `${traffic} to ${networks}`,
  everywhere: 'everywhere',
  everyIpv4: 'every IPv4 address',
  everyIpv6: 'every IPv6 address',
  more: (count: number) => `${count} more`,
  in: (traffic: string) => `In: ${traffic}.`,
  nothingIn: 'In: nothing.',
  out: (traffic: string) => `Out: ${traffic}.`,
  everythingOut: 'Out: everything.',
} as const;

/** Services by protocol and port. */
export const SERVICE_NAMES: Readonly<Record<string, string>> = {
  'tcp 22': 'SSH',
  'tcp 25': 'SMTP',
  'tcp 53': 'DNS',
  'udp 53': 'DNS',
  'tcp 80': 'HTTP',
  'udp 123': 'NTP',
  'tcp 143': 'IMAP',
  'tcp 443': 'HTTPS',
  'udp 443': 'HTTP/3',
  'tcp 465': 'SMTPS',
  'tcp 587': 'Submission',
  'tcp 993': 'IMAPS',
  'tcp 3306': 'MySQL',
  'tcp 3389': 'RDP',
  'tcp 5432': 'PostgreSQL',
  'udp 51820': 'WireGuard',
};
