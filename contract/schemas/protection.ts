/** Network protection of one IP address: filters, lists and attacks. */
import { z } from 'zod';
import { isCountryCode } from './country-codes.ts';
import { IpAddress } from './ip-address.ts';
import { about, Id, isUnique, MillisecondTime, NetworkText, Time, UnixTime } from './primitives.ts';

export const Protection = z
  .strictObject({
    under_attack: z.boolean().describe('Whether it is under attack now.'),
    ip_address: IpAddress.describe('The address.'),
    floating_ip_id: Id.nullable().describe('Floating IP that the address belongs to; null for none.'),
    expiry_at: Time.nullable().describe('Until when the address is paid; null for one that is part of its server.'),
    protected_service: z
      .strictObject({
        id: Id.nullable().describe('Id of the service; null where it has none.'),
        type: z.string().nullable().meta(about('Its kind; null where that is not known.', 'server')),
        label: z.string().nullable().meta(about('Its name; null where it has none.', 'web-1.example.com')),
      })
      .nullable()
      .describe('The service that the address belongs to; null for none.'),
  })
  .meta({ id: 'Protection', description: 'The protection of an IP address.' });
export type Protection = z.infer<typeof Protection>;

const action = z.enum(['allow', 'deny']);

export const GeoFilter = z
  .strictObject({
    active: z.boolean().describe('Whether the filter is on.'),
    action: action.meta(about('`allow`: only these countries are let through; `deny`: all but these.', 'deny')),
    countries: z.array(z.string()).meta(about('ISO 3166-1 alpha-2 codes.', ['AQ'])),
  })
  .meta({ id: 'GeoFilter', description: 'The countries that packets are let through from.' });
export type GeoFilter = z.infer<typeof GeoFilter>;

const countries = z
  .array(z.string().refine(isCountryCode, 'Must be a country code of ISO 3166-1 with two capital letters.'))
  .min(1)
  .max(250)
  .refine(isUnique, 'Must not contain the same country twice.');

export const SetGeoFilter = z
  .strictObject({
    action: action.meta(about('`allow`: only these countries are let through; `deny`: all but these.', 'deny')),
    countries: countries.meta(about('ISO 3166-1 alpha-2 codes, in capital letters, without repeats.', ['AQ'])),
  })
  .meta({ id: 'SetGeoFilter', description: 'The filter, which is switched on.' });

export const UpdateGeoFilter = z
  .strictObject({
    active: z.boolean().optional().describe('Whether the filter is on. Stays as it is when left out.'),
    action: action
      .optional()
      .meta(
        about('`allow`: only these countries are let through; `deny`: all but these. Stays as it is when left out.', 'allow'),
      ),
    countries: countries.optional().meta(about('ISO 3166-1 alpha-2 codes. Stay as they are when left out.', ['AT'])),
  })
  .meta({ id: 'UpdateGeoFilter', description: 'The changes: at least one field.' });

/** A whitelist or blacklist: canonical networks, sorted, without duplicates. */
export const NetworkList = z
  .strictObject({
    active: z.boolean().describe('Whether the list is applied.'),
    networks: z
      .array(z.string())
      .meta(about('Networks in CIDR form, sorted by address and then by prefix, without repeats.', ['198.51.100.0/24'])),
  })
  .meta({ id: 'NetworkList', description: 'A whitelist or blacklist.' });
export type NetworkList = z.infer<typeof NetworkList>;

const networks = z.array(NetworkText).max(1000);

export const SetNetworkList = z
  .strictObject({
    networks: networks
      .min(1)
      .meta(
        about('IP addresses or networks in CIDR form, 1 to 1000. They replace all that were on the list.', ['198.51.100.0/24']),
      ),
  })
  .meta({ id: 'SetNetworkList', description: 'The list, which is switched on.' });

export const UpdateNetworkList = z
  .strictObject({
    active: z.boolean().optional().describe('Whether the list is applied. Stays as it is when left out.'),
    add: networks.optional().meta(about('IP addresses or networks in CIDR form to add.', ['198.51.100.0/24'])),
    remove: networks
      .optional()
      .meta(about('IP addresses or networks in CIDR form to remove; those that are not on the list are ignored.', ['192.0.2.1'])),
  })
  .meta({ id: 'UpdateNetworkList', description: 'The changes: at least one field.' });

export const AllowedSource = z
  .strictObject({
    source: z.string().meta(about('The address that the request came from.', '198.51.100.7')),
    ends_at: Time.describe('Until when it is let through.'),
  })
  .meta({ id: 'AllowedSource', description: 'A source that is let through for a while.' });

export const DryRunProtection = z
  .strictObject({
    whitelist: networks
      .optional()
      .meta(about('As `networks` of the whitelist. As it is set when left out.', ['198.51.100.0/24'])),
    blacklist: networks.optional().meta(about('As `networks` of the blacklist. As it is set when left out.', ['192.0.2.0/24'])),
    geo: SetGeoFilter.optional().describe('A geo filter. As it is set when left out.'),
  })
  .meta({ id: 'DryRunProtection', description: 'What to judge the last hour by.' });

const count = (words: string, example: number) => z.int().min(0).meta(about(words, example));

export const ProtectionEffect = z
  .strictObject({
    recorded_since: Time.nullable().describe(
      'Since when traffic is recorded, an hour at most; null: nothing was recorded in the last hour, so all that follows is 0.',
    ),
    sources: count('Addresses that sent something, those with the most traffic of each minute.', 120),
    dropped_sources: count('Those of them that would have been dropped.', 100),
    bytes: count('Bytes that they sent.', 84_000_000),
    dropped_bytes: count('Those of them that would have been dropped.', 80_000_000),
    packets: count('Packets that they sent.', 98_000),
    dropped_packets: count('Those of them that would have been dropped.', 96_000),
    unknown_bytes: count('Bytes of other sources, of which nobody can say.', 1_200),
    unknown_packets: count('Packets of other sources.', 12),
  })
  .meta({ id: 'ProtectionEffect', description: 'What lists and a geo filter would have dropped in the last hour.' });

export const ProtectionBandwidth = z
  .strictObject({
    timestamp: UnixTime.describe('Beginning of the bucket, Unix time in seconds.'),
    passed_mbps: z.number().meta(about('Mbps that were let through.', 12.5)),
    passed_pps: z.number().meta(about('Packets a second that were let through.', 1500)),
    dropped_mbps: z.number().meta(about('Mbps that were dropped.', 840)),
    dropped_pps: z.number().meta(about('Packets a second that were dropped.', 98000)),
  })
  .meta({
    id: 'ProtectionBandwidth',
    description: 'A bucket of traffic: a minute, 5 minutes or an hour, by the length of the period.',
  });
export type ProtectionBandwidth = z.infer<typeof ProtectionBandwidth>;

export const BlockedIp = z
  .strictObject({
    ip: z.string().meta(about('The address that is blocked.', '198.51.100.7')),
    country: z.string().nullable().meta(about('ISO 3166-1 alpha-2 code of its country; null when that is not known.', 'AQ')),
    reason: z.string().meta(about('Why, in a sentence.', 'Part of a SYN flood.')),
    blocked_at: Time.describe('Since when.'),
    expires_at: Time.describe('When the block ends as things stand. An address that still floods then is blocked again.'),
  })
  .meta({ id: 'BlockedIp', description: 'An address that was blocked automatically.' });
export type BlockedIp = z.infer<typeof BlockedIp>;

/** Of an attack, also in paths. */
export const AttackId = z
  .string()
  .regex(/^[A-Za-z0-9]{15}$/)
  .meta({ examples: ['a1b2c3d4e5f6g7h'] });

const attack = {
  id: AttackId.meta(about('Id of the attack: 15 letters and digits.', 'a1b2c3d4e5f6g7h')),
  ongoing: z.boolean().describe('Whether it goes on.'),
  started_at: MillisecondTime.describe('When it began.'),
  ended_at: MillisecondTime.nullable().describe('When it ended; null while it goes on.'),
  detector: z
    .enum(['PPS', 'BPS', 'BPS_LIMIT'])
    .meta(about('Which limit detected it: packets a second, bits a second, or the bandwidth of the address.', 'PPS')),
  severity: z.enum(['low', 'middle', 'high']).meta(about('Its severity.', 'middle')),
  reason: z.string().meta(about('The pattern that it was recognised by.', 'SYN flood')),
  description: z.string().meta(about('What it is, in a sentence.', 'Many connections were begun and never finished.')),
  peak_bandwidth: z.number().meta(about('Mbps at its peak.', 840)),
  peak_pps: z.number().meta(about('Packets a second at its peak.', 98000)),
};

/** What of an attack had one origin or aim. */
const share = {
  peak_bandwidth: z.number().meta(about('Mbps at its peak.', 840)),
  peak_pps: z.number().meta(about('Packets a second at its peak.', 98000)),
  total_bandwidth: z.number().meta(about('MB in all.', 5200)),
  total_pps: z.number().meta(about('Packets in all.', 4900000)),
};
const country = z.string().nullable().meta(about('ISO 3166-1 alpha-2 code; null when that is not known.', 'AQ'));
const byPort = z.record(z.string(), z.strictObject(share)).meta({
  examples: [{ '443': { peak_bandwidth: 840, peak_pps: 98000, total_bandwidth: 5200, total_pps: 4900000 } }],
});

/** An attack in a list. */
export const AttackSummary = z.strictObject(attack).meta({ id: 'AttackSummary', description: 'An attack as lists show it.' });
export type AttackSummary = z.infer<typeof AttackSummary>;

export const Attack = z
  .strictObject({
    ...attack,
    initial_bandwidth: z.number().meta(about('Mbps when it was detected.', 310)),
    initial_pps: z.number().meta(about('Packets a second when it was detected.', 41000)),
    top_protocols: z
      .array(
        z.strictObject({
          name: z.string().meta(about('Name of the protocol.', 'TCP')),
          number: z.int().meta(about('Its number.', 6)),
          ...share,
        }),
      )
      .describe('Protocols with the most traffic.'),
    top_source_asns: z
      .array(
        z.strictObject({
          asn: z.int().meta(about('Number of the autonomous system.', 64_500)),
          name: z.string().nullable().meta(about('Its name; null when that is not known.', 'Example Net')),
          country,
          ...share,
        }),
      )
      .describe('Autonomous systems that sent the most traffic.'),
    top_source_ips: z
      .array(z.strictObject({ ip: z.string().meta(about('The address.', '198.51.100.7')), country, ...share }))
      .describe('Addresses that sent the most traffic.'),
    top_ports: z
      .strictObject({ tcp: byPort.describe('By TCP port.'), udp: byPort.describe('By UDP port.') })
      .describe('Ports that received the most traffic.'),
  })
  .meta({ id: 'Attack', description: 'An attack with its sources, protocols and ports.' });
export type Attack = z.infer<typeof Attack>;
