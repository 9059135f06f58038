/** Network protection of one IP address: filters, lists and attacks. */
import { z } from 'zod';
import { isCountryCode } from './country-codes.ts';
import { Id, isUnique, MillisecondTime, NetworkText, Time, UnixTime } from './primitives.ts';

export const Protection = z
  .strictObject({
    under_attack: z.boolean(),
    ip_address: z.string(),
    floating_ip_id: Id.nullable(),
    expiry_at: Time.nullable(),
    protected_service: z.strictObject({ id: Id, type: z.string(), label: z.string() }).nullable(),
  })
  .meta({ id: 'Protection' });
export type Protection = z.infer<typeof Protection>;

const action = z.enum(['allow', 'deny']);

export const GeoFilter = z
  .strictObject({ active: z.boolean(), action, countries: z.array(z.string()) })
  .meta({ id: 'GeoFilter' });
export type GeoFilter = z.infer<typeof GeoFilter>;

const countries = z
  .array(z.string().refine(isCountryCode, 'Must be a country code of ISO 3166-1 with two capital letters.'))
  .min(1)
  .max(250)
  .refine(isUnique, 'Must not contain the same country twice.');

export const SetGeoFilter = z.strictObject({ action, countries });

export const UpdateGeoFilter = z
  .strictObject({ active: z.boolean().optional(), action: action.optional(), countries: countries.optional() })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'Must name at least one field.');

/** A whitelist or blacklist: canonical networks, sorted, without duplicates. */
export const NetworkList = z.strictObject({ active: z.boolean(), networks: z.array(z.string()) }).meta({ id: 'NetworkList' });
export type NetworkList = z.infer<typeof NetworkList>;

const networks = z.array(NetworkText).max(1000);

export const SetNetworkList = z.strictObject({ networks: networks.min(1) });

export const UpdateNetworkList = z
  .strictObject({ active: z.boolean().optional(), add: networks.optional(), remove: networks.optional() })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'Must name at least one field.');

export const ProtectionBandwidth = z
  .strictObject({
    timestamp: UnixTime,
    passed_mbps: z.number(),
    passed_pps: z.number(),
    dropped_mbps: z.number(),
    dropped_pps: z.number(),
  })
  .meta({ id: 'ProtectionBandwidth' });
export type ProtectionBandwidth = z.infer<typeof ProtectionBandwidth>;

export const BlockedIp = z
  .strictObject({
    ip: z.string(),
    country: z.string().nullable(),
    reason: z.string(),
    blocked_at: Time,
    expires_at: Time.nullable(),
  })
  .meta({ id: 'BlockedIp' });
export type BlockedIp = z.infer<typeof BlockedIp>;

const attack = {
  id: z.string(),
  ongoing: z.boolean(),
  started_at: MillisecondTime,
  ended_at: MillisecondTime.nullable(),
  detector: z.enum(['PPS', 'BPS']),
  severity: z.enum(['low', 'middle', 'high']),
  reason: z.string(),
  description: z.string(),
  peak_bandwidth: z.number().describe('Mbps'),
  peak_pps: z.number(),
};

/** An attack in a list. */
export const AttackSummary = z.strictObject(attack).meta({ id: 'AttackSummary' });
export type AttackSummary = z.infer<typeof AttackSummary>;

export const Attack = z
  .strictObject({
    ...attack,
    initial_bandwidth: z.number().describe('Mbps'),
    initial_pps: z.number(),
    top_protocols: z.array(z.string()),
    top_source_asns: z.array(z.string()),
    top_source_ips: z.array(z.string()),
    top_ports: z.strictObject({ tcp: z.array(z.int()), udp: z.array(z.int()) }),
  })
  .meta({ id: 'Attack' });
export type Attack = z.infer<typeof Attack>;
