import { z } from 'zod';
import { CancelRequest } from './cancel-request.ts';
import {
  AutoPay,
  about,
  BillingCycle,
  Id,
  IpAddressText,
  idList,
  ifGiven,
  MoneyText,
  PtrName,
  Reason,
  RenewalCycle,
  Time,
} from './primitives.ts';
import { LockedText, LockReason, ServiceStatus } from './service.ts';

export const FloatingIpPlan = z
  .strictObject({
    id: z.string().meta(about('Key of the plan.', 'floating-ipv4')),
    name: z.string().meta(about('Display name.', 'Floating IPv4')),
    available: z.boolean().describe('True if the plan can be ordered now.'),
    price: MoneyText.describe('Monthly price, without VAT.'),
    price_with_vat: MoneyText.describe('Monthly price, with VAT at the rate of the account.'),
  })
  .meta({ id: 'FloatingIpPlan', description: 'A floating IP plan with its price.' });
export type FloatingIpPlan = z.infer<typeof FloatingIpPlan>;

const floatingIp = {
  id: Id.describe('Id of the floating IP.'),
  status: ServiceStatus.describe('Billing status.'),
  server_id: Id.nullable().describe('Server that the floating IP is attached to, or null if there is none.'),
  server_hostname: z.string().nullable().meta(about('Hostname of that server, or null if there is none.', 'web-1.example.com')),
  locked_at: Time.nullable().describe('Time when an operation locked the floating IP, or null if there is no lock.'),
  lock_reason: LockReason.nullable().meta(
    about(
      'Action of the operation that locks the floating IP, a word of a closed list. Null if there is no lock.',
      'floating-ip-attach',
    ),
  ),
  billing_cycle: z.int().meta(about('Billing cycle in months.', 1)),
  expiry_at: Time.nullable().describe('End of the paid time, or null if the floating IP is not paid yet.'),
  plan: FloatingIpPlan.describe('Price of a billing cycle.'),
  cancel_request: CancelRequest.nullable().describe('Cancellation of the floating IP, or null if there is none.'),
};

/** The floating IP that an address belongs to, inside the address. */
export const FloatingIpOfAddress = z
  .strictObject({ ...floatingIp, locked: LockedText })
  .meta({ id: 'FloatingIpOfAddress', description: 'The floating IP that an address belongs to.' });
export type FloatingIpOfAddress = z.infer<typeof FloatingIpOfAddress>;

export const IpAddress = z
  .strictObject({
    id: Id.describe('Id of the address, for operations on addresses and their protection.'),
    ip_address: z.string().meta(about('Address, or the first address of an IPv6 network.', '203.0.113.10')),
    prefix: z.int().meta(about('Prefix length of the network in bits.', 24)),
    version: z.literal([4, 6]).describe('IP version.'),
    type: z.string().meta(about('Type: `public` is reachable from the internet.', 'public')),
    main: z.boolean().describe('True for the main address of its server.'),
    ddos_protected: z.boolean().describe('True if attacks on the address are filtered.'),
    gateway: z.string().meta(about('Gateway of the network.', '203.0.113.1')),
    floating_ip: FloatingIpOfAddress.nullable().describe(
      'Floating IP of the address, or null for an address of the server itself.',
    ),
    ptr: z
      .array(
        z.strictObject({
          address: z.string().meta(about('The address.', '203.0.113.10')),
          name: z.string().meta(about('Name of the address.', 'web-1.example.com')),
        }),
      )
      .describe('Reverse DNS names, one per address that has a name.'),
    assigned_on: Time.describe('Time when the address was assigned to the account.'),
  })
  .meta({ id: 'IpAddress', description: 'An IP address of the account.' });
export type IpAddress = z.infer<typeof IpAddress>;

export const FloatingIp = z
  .strictObject({
    ...floatingIp,
    server_main_ip: z
      .string()
      .nullable()
      .meta(about('Main address of the server that the floating IP is attached to, or null if there is none.', '203.0.113.10')),
    locked: z.boolean().describe('True while an operation locks the floating IP.'),
    ip_address: IpAddress.describe('The address of the floating IP.'),
  })
  .meta({ id: 'FloatingIp', description: 'An address that can be moved between servers.' });
export type FloatingIp = z.infer<typeof FloatingIp>;

const ptrs = z.record(IpAddressText, PtrName.nullable()).refine((names) => {
  const amount = Object.keys(names).length;
  return amount >= 1 && amount <= 100;
}, 'Must contain 1 to 100 addresses.');

export const UpdateIpAddress = z
  .strictObject({
    ptr: z
      .union([PtrName, ptrs, z.null()], {
        error: ifGiven('Must be a hostname, null, or an object that maps addresses to hostnames.'),
      })
      .meta(
        about(
          'Name of an IPv4 address, or an object with 1 to 100 names by address for an IPv6 network. A name contains a dot. Null removes the name, or all names of a network.',
          'web-1.example.com',
        ),
      ),
  })
  .meta({ id: 'UpdateIpAddress', description: 'The new reverse DNS names.' });

const count = z.int().min(0).max(64).default(0);
export const PurchaseFloatingIps = z
  .strictObject({
    billing_cycle: BillingCycle.default(1).meta(about('Billing cycle in months, 1 to 24. Default: 1.', 1)),
    ipv4: count.meta(about('Number of IPv4 addresses.', 1)),
    ipv4_ddos: count.meta(about('Number of IPv4 addresses with DDoS protection.', 0)),
    ipv6: count.meta(about('Number of IPv6 networks.', 0)),
    server_id: Id.optional().meta(about('Server to attach the floating IPs to. Default: none.', 1)),
    auto_pay: AutoPay,
  })
  .refine((body) => body.ipv4 + body.ipv4_ddos + body.ipv6 > 0, { path: ['ipv4'], error: 'Must order at least one address.' })
  .meta({ id: 'PurchaseFloatingIps', description: 'The quantities to order, at least one.' });

const ids = idList(1, 100);

export const RenewFloatingIps = z
  .strictObject({
    ids: ids.meta(about('Ids of the floating IPs, 1 to 100.', [1, 2])),
    billing_cycle: RenewalCycle.meta(about('Number of months to renew for.', 3)),
    auto_pay: AutoPay,
  })
  .meta({ id: 'RenewFloatingIps', description: 'The floating IPs to renew, and the number of months.' });

export const FloatingIpIds = z
  .strictObject({ ids: ids.meta(about('Ids of the floating IPs, 1 to 100.', [1, 2])) })
  .meta({ id: 'FloatingIpIds', description: 'The floating IPs.' });
export const AttachFloatingIps = z
  .strictObject({
    ids: ids.meta(about('Ids of the floating IPs, 1 to 100.', [1, 2])),
    server_id: Id.meta(about('Server to attach the floating IPs to.', 1)),
  })
  .meta({ id: 'AttachFloatingIps', description: 'The floating IPs, and the server to attach them to.' });
export const CancelFloatingIps = z
  .strictObject({
    ids: ids.meta(about('Ids of the floating IPs, 1 to 100.', [1, 2])),
    now: z.boolean().describe('True to cancel immediately, false to cancel at the end of the paid time.'),
    reason: Reason.optional().meta(about('Reason, for the operator of the service.', 'No longer needed.')),
  })
  .meta({ id: 'CancelFloatingIps', description: 'The floating IPs to cancel, and the time of the cancellation.' });
