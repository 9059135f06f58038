import { z } from 'zod';
import { CancelRequest } from './cancel-request.ts';
import { BillingCycle, Hostname, Id, IpAddressText, idList, MoneyText, Reason, Time } from './primitives.ts';
import { LockedText, LockReason, ServiceStatus } from './service.ts';

export const FloatingIpPlan = z
  .strictObject({ id: z.string(), name: z.string(), available: z.boolean(), price: MoneyText, price_with_vat: MoneyText })
  .meta({ id: 'FloatingIpPlan' });
export type FloatingIpPlan = z.infer<typeof FloatingIpPlan>;

const floatingIp = {
  id: Id,
  status: ServiceStatus,
  server_id: Id.nullable(),
  server_hostname: z.string().nullable(),
  locked_at: Time.nullable(),
  lock_reason: LockReason.nullable(),
  billing_cycle: z.int(),
  expiry_at: Time.nullable(),
  plan: FloatingIpPlan,
  cancel_request: CancelRequest.nullable(),
};

/** The floating IP that an address belongs to, inside the address. */
export const FloatingIpOfAddress = z.strictObject({ ...floatingIp, locked: LockedText }).meta({ id: 'FloatingIpOfAddress' });
export type FloatingIpOfAddress = z.infer<typeof FloatingIpOfAddress>;

export const IpAddress = z
  .strictObject({
    id: Id,
    ip_address: z.string(),
    prefix: z.int(),
    version: z.literal([4, 6]),
    type: z.string().describe('`public`'),
    main: z.boolean(),
    ddos_protected: z.boolean(),
    gateway: z.string(),
    floating_ip: FloatingIpOfAddress.nullable(),
    ptr: z.array(z.strictObject({ address: z.string(), name: z.string() })).describe('Reverse DNS.'),
    assigned_on: Time,
  })
  .meta({ id: 'IpAddress' });
export type IpAddress = z.infer<typeof IpAddress>;

export const FloatingIp = z
  .strictObject({
    ...floatingIp,
    server_main_ip: z.string().nullable(),
    locked: z.boolean(),
    ip_address: IpAddress,
  })
  .meta({ id: 'FloatingIp' });
export type FloatingIp = z.infer<typeof FloatingIp>;

const ptrs = z.record(IpAddressText, Hostname.nullable()).refine((names) => {
  const amount = Object.keys(names).length;
  return amount >= 1 && amount <= 100;
}, 'Must name 1 to 100 addresses.');

export const UpdateIpAddress = z.strictObject({
  ptr: z
    .union([Hostname, ptrs], { error: 'Must be a hostname, or an object of hostnames by address.' })
    .describe('A name for an IPv4 address; names (or null) by address for an IPv6 network.'),
});

const count = z.int().min(0).max(64).default(0);
export const PurchaseFloatingIps = z
  .strictObject({
    billing_cycle: BillingCycle,
    ipv4: count,
    ipv4_ddos: count,
    ipv6: count,
    server_id: Id.optional().describe('Attach them to this server.'),
  })
  .refine((body) => body.ipv4 + body.ipv4_ddos + body.ipv6 > 0, { path: ['ipv4'], error: 'Must order at least one address.' });

const ids = idList(1, 100);

export const FloatingIpIds = z.strictObject({ ids });
export const AttachFloatingIps = z.strictObject({ ids, server_id: Id });
export const CancelFloatingIps = z.strictObject({ ids, now: z.boolean(), reason: Reason.optional() });
