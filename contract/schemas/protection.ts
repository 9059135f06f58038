/** Network protection of one IP address: filters, lists and attacks. */
import { isCountryCode } from '@innkeeper/model/people/country-codes';
import { z } from 'zod';
import { IpAddress } from './ip-address.ts';
import { about, Id, isUnique, KnownNetworkText, MillisecondTime, NetworkText, Time, UnixTime } from './primitives.ts';

export const Protection = z
  .strictObject({
    under_attack: z.boolean().describe('True while the address is under attack.'),
    ip_address: IpAddress.describe('IP address.'),
    floating_ip_id: Id.nullable().describe('Floating IP of the address, or null if there is none.'),
    expiry_at: Time.nullable().describe('End of the paid time of the address, or null if the address is part of its server.'),
    protected_service: z
      .strictObject({
        id: Id.nullable().describe('Id of the service, or null if there is none.'),
        type: z.string().nullable().meta(about('Kind of the service, or null if it is unknown.', 'server')),
        label: z.string().nullable().meta(about('Name of the service, or null if it has none.', 'web-1.example.com')),
      })
      .nullable()
      .describe('Service of the address, or null if there is none.'),
  })
  .meta({ id: 'Protection', description: 'The protection of an IP address.' });
export type Protection = z.infer<typeof Protection>;

const action = z.enum(['allow', 'deny']);

export const GeoFilter = z
  .strictObject({
    active: z.boolean().describe('True if the filter is enabled.'),
    action: action.meta(about('Mode: `allow` allows only these countries, `deny` allows all other countries.', 'deny')),
    countries: z.array(z.string()).meta(about('Countries as ISO 3166-1 alpha-2 codes.', ['AQ'])),
  })
  .meta({ id: 'GeoFilter', description: 'A filter by the country of the source.' });
export type GeoFilter = z.infer<typeof GeoFilter>;

const countries = z
  .array(z.string().refine(isCountryCode, 'Must be a country code of ISO 3166-1 with two capital letters.'))
  .min(1)
  .max(250)
  .refine(isUnique, 'Must not contain the same country twice.');

export const SetGeoFilter = z
  .strictObject({
    action: action.meta(about('Mode: `allow` allows only these countries, `deny` allows all other countries.', 'deny')),
    countries: countries.meta(about('Countries as ISO 3166-1 alpha-2 codes in capital letters, without duplicates.', ['AQ'])),
  })
  .meta({ id: 'SetGeoFilter', description: 'The filter, which is enabled.' });

export const UpdateGeoFilter = z
  .strictObject({
    active: z.boolean().optional().describe('True to enable the filter. Default: unchanged.'),
    action: action
      .optional()
      .meta(about('Mode: `allow` allows only these countries, `deny` allows all other countries. Default: unchanged.', 'allow')),
    countries: countries.optional().meta(about('Countries as ISO 3166-1 alpha-2 codes. Default: unchanged.', ['AT'])),
  })
  .meta({ id: 'UpdateGeoFilter', description: 'The changes: at least one field.' });

/** A whitelist or blacklist: canonical networks, sorted, without duplicates. */
export const NetworkList = z
  .strictObject({
    active: z.boolean().describe('True if the list is enabled.'),
    networks: z
      .array(z.string())
      .meta(about('Networks in CIDR form, sorted by address and then by prefix, without duplicates.', ['198.51.100.0/24'])),
  })
  .meta({ id: 'NetworkList', description: 'A whitelist or blacklist.' });
export type NetworkList = z.infer<typeof NetworkList>;

const networks = z.array(NetworkText).max(1000);

export const SetNetworkList = z
  .strictObject({
    networks: networks
      .min(1)
      .meta(about('IP addresses or networks in CIDR form, 1 to 1000. They replace the current entries.', ['198.51.100.0/24'])),
  })
  .meta({ id: 'SetNetworkList', description: 'The list, which is enabled.' });

export const UpdateNetworkList = z
  .strictObject({
    active: z.boolean().optional().describe('True to enable the list. Default: unchanged.'),
    add: networks.optional().meta(about('IP addresses or networks in CIDR form to add.', ['198.51.100.0/24'])),
    remove: z
      .array(KnownNetworkText)
      .max(1000)
      .optional()
      .meta(
        about('IP addresses or networks in CIDR form to remove. Entries that are not in the list are ignored.', ['192.0.2.1']),
      ),
  })
  .meta({ id: 'UpdateNetworkList', description: 'The changes: at least one field.' });

export const AllowedSource = z
  .strictObject({
    source: z.string().meta(about('Address of the request.', '198.51.100.7')),
    ends_at: Time.describe('Time until which the address is allowed.'),
  })
  .meta({ id: 'AllowedSource', description: 'A source that is allowed temporarily.' });

export const DryRunProtection = z
  .strictObject({
    whitelist: networks.optional().meta(about('Whitelist networks. Default: the current whitelist.', ['198.51.100.0/24'])),
    blacklist: networks.optional().meta(about('Blacklist networks. Default: the current blacklist.', ['192.0.2.0/24'])),
    geo: SetGeoFilter.optional().describe('Geo filter. Default: the current filter.'),
  })
  .meta({ id: 'DryRunProtection', description: 'The lists and the filter to test on the last hour.' });

const count = (words: string, example: number) => z.int().min(0).meta(about(words, example));

export const ProtectionEffect = z
  .strictObject({
    recorded_since: Time.nullable().describe(
      'Start of the recorded traffic, at most 1 hour ago. Null if nothing was recorded in the last hour. All numbers are then 0.',
    ),
    sources: count('Number of source addresses, limited to those with the most traffic per minute.', 120),
    dropped_sources: count('Number of these addresses that would have been dropped.', 100),
    bytes: count('Bytes from these addresses.', 84_000_000),
    dropped_bytes: count('Bytes that would have been dropped.', 80_000_000),
    packets: count('Packets from these addresses.', 98_000),
    dropped_packets: count('Packets that would have been dropped.', 96_000),
    unknown_bytes: count('Bytes from other sources, which cannot be evaluated.', 1_200),
    unknown_packets: count('Packets from other sources, which cannot be evaluated.', 12),
  })
  .meta({ id: 'ProtectionEffect', description: 'The traffic of the last hour that lists and a geo filter would have dropped.' });

export const ProtectionBandwidth = z
  .strictObject({
    timestamp: UnixTime.describe('Start of the bucket as Unix time in seconds.'),
    passed_mbps: z.number().meta(about('Passed traffic in Mbps.', 12.5)),
    passed_pps: z.number().meta(about('Passed packets per second.', 1500)),
    dropped_mbps: z.number().meta(about('Dropped traffic in Mbps.', 840)),
    dropped_pps: z.number().meta(about('Dropped packets per second.', 98000)),
  })
  .meta({
    id: 'ProtectionBandwidth',
    description: 'A bucket of traffic. It covers 1 minute, 5 minutes or 1 hour, depending on the length of the period.',
  });
export type ProtectionBandwidth = z.infer<typeof ProtectionBandwidth>;

export const BlockedIp = z
  .strictObject({
    ip: z.string().meta(about('Blocked address.', '198.51.100.7')),
    country: z.string().nullable().meta(about('Country as ISO 3166-1 alpha-2 code, or null if it is unknown.', 'AQ')),
    reason: z.string().meta(about('Reason of the block, as text.', 'The source takes part in an attack: SYN flood.')),
    blocked_at: Time.describe('Start time of the block.'),
    expires_at: Time.describe('Expected end of the block. An address that still floods is blocked again.'),
  })
  .meta({ id: 'BlockedIp', description: 'An automatically blocked address.' });
export type BlockedIp = z.infer<typeof BlockedIp>;

/** Id of an attack, also in paths. */
export const AttackId = z
  .string()
  .regex(/^[A-Za-z0-9]{15}$/)
  .meta({ examples: ['a1b2c3d4e5f6g7h'] });

const attack = {
  id: AttackId.meta(about('Id of the attack: 15 letters and digits.', 'a1b2c3d4e5f6g7h')),
  ongoing: z.boolean().describe('True while the attack continues.'),
  started_at: MillisecondTime.describe('Start time.'),
  ended_at: MillisecondTime.nullable().describe('End time, or null while the attack continues.'),
  detector: z
    .enum(['PPS', 'BPS', 'BPS_LIMIT'])
    .meta(about('Limit that detected the attack: packets per second, bits per second, or the bandwidth of the address.', 'PPS')),
  severity: z.enum(['low', 'middle', 'high']).meta(about('Severity of the attack.', 'middle')),
  reason: z.string().meta(about('Pattern of the attack.', 'SYN flood')),
  description: z
    .string()
    .meta(about('Description of the pattern, as text.', 'Many TCP connections were opened and never completed.')),
  peak_bandwidth: z.number().meta(about('Peak traffic in Mbps.', 840)),
  peak_pps: z.number().meta(about('Peak packets per second.', 98000)),
};

/** Share of an attack that has one origin or target. */
const share = {
  peak_bandwidth: z.number().meta(about('Peak traffic in Mbps.', 840)),
  peak_pps: z.number().meta(about('Peak packets per second.', 98000)),
  total_bandwidth: z.number().meta(about('Total traffic in MB.', 5200)),
  total_pps: z.number().meta(about('Total number of packets.', 4900000)),
};
const country = z.string().nullable().meta(about('Country as ISO 3166-1 alpha-2 code, or null if it is unknown.', 'AQ'));
const byPort = z.record(z.string(), z.strictObject(share)).meta({
  examples: [{ '443': { peak_bandwidth: 840, peak_pps: 98000, total_bandwidth: 5200, total_pps: 4900000 } }],
});

/** An attack in a list. */
export const AttackSummary = z.strictObject(attack).meta({ id: 'AttackSummary', description: 'An attack in a list.' });
export type AttackSummary = z.infer<typeof AttackSummary>;

export const Attack = z
  .strictObject({
    ...attack,
    initial_bandwidth: z.number().meta(about('Traffic in Mbps at the time of detection.', 310)),
    initial_pps: z.number().meta(about('Packets per second at the time of detection.', 41000)),
    top_protocols: z
      .array(
        z.strictObject({
          name: z.string().meta(about('Name of the protocol.', 'TCP')),
          number: z.int().meta(about('Number of the protocol.', 6)),
          ...share,
        }),
      )
      .describe('Protocols with the most traffic.'),
    top_source_asns: z
      .array(
        z.strictObject({
          asn: z.int().meta(about('Number of the autonomous system.', 64_500)),
          name: z.string().nullable().meta(about('Name of the autonomous system, or null if it is unknown.', 'Example Net')),
          country,
          ...share,
        }),
      )
      .describe('Autonomous systems with the most traffic.'),
    top_source_ips: z
      .array(z.strictObject({ ip: z.string().meta(about('Source address.', '198.51.100.7')), country, ...share }))
      .describe('Source addresses with the most traffic.'),
    top_ports: z
      .strictObject({ tcp: byPort.describe('Traffic per TCP port.'), udp: byPort.describe('Traffic per UDP port.') })
      .describe('Destination ports with the most traffic.'),
  })
  .meta({ id: 'Attack', description: 'Returns an attack with its sources, protocols and ports.' });
export type Attack = z.infer<typeof Attack>;
