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
    name: z.string().meta(about('Name for people.', 'Floating IPv4')),
    available: z.boolean().describe('Whether it can be ordered now.'),
    price: MoneyText.describe('Price of a month, without VAT.'),
    price_with_vat: MoneyText.describe('The same with VAT at the rate of the account.'),
  })
  .meta({ id: 'FloatingIpPlan', description: 'What a floating IP costs.' });
export type FloatingIpPlan = z.infer<typeof FloatingIpPlan>;

const floatingIp = {
  id: Id.describe('Id of the floating IP.'),
  status: ServiceStatus.describe('Its billing status.'),
  server_id: Id.nullable().describe('Server that it is attached to; null for none.'),
  server_hostname: z.string().nullable().meta(about('Hostname of that server; null for none.', 'web-1.example.com')),
  locked_at: Time.nullable().describe('Since when an operation holds it; null when none does.'),
  lock_reason: LockReason.nullable().meta(
    about('What the operation that holds it does, a word of a closed list; null when none does.', 'floating-ip-attach'),
  ),
  billing_cycle: z.int().meta(about('Months that are paid at once.', 1)),
  expiry_at: Time.nullable().describe('Until when it is paid; null until then.'),
  plan: FloatingIpPlan.describe('What it costs.'),
  cancel_request: CancelRequest.nullable().describe('The request to end it; null when there is none.'),
};

/** The floating IP that an address belongs to, inside the address. */
export const FloatingIpOfAddress = z
  .strictObject({ ...floatingIp, locked: LockedText })
  .meta({ id: 'FloatingIpOfAddress', description: 'The floating IP that an address belongs to.' });
export type FloatingIpOfAddress = z.infer<typeof FloatingIpOfAddress>;

export const IpAddress = z
  .strictObject({
    id: Id.describe('Id of the address, which the operations on addresses and their protection take.'),
    ip_address: z.string().meta(about('The address; of an IPv6 network its first one.', '203.0.113.10')),
    prefix: z.int().meta(about('Length of the prefix of the network.', 24)),
    version: z.literal([4, 6]).describe('IP version.'),
    type: z.string().meta(about('`public`: reachable from the internet.', 'public')),
    main: z.boolean().describe('Whether it is the main address of its server.'),
    ddos_protected: z.boolean().describe('Whether attacks on it are filtered.'),
    gateway: z.string().meta(about('Gateway of the network.', '203.0.113.1')),
    floating_ip: FloatingIpOfAddress.nullable().describe(
      'The floating IP that it belongs to; null for an address of the server itself.',
    ),
    ptr: z
      .array(
        z.strictObject({
          address: z.string().meta(about('The address.', '203.0.113.10')),
          name: z.string().meta(about('Its name.', 'web-1.example.com')),
        }),
      )
      .describe('Reverse DNS: a name per address that has one.'),
    assigned_on: Time.describe('Since when the account has it.'),
  })
  .meta({ id: 'IpAddress', description: 'An IP address of the account.' });
export type IpAddress = z.infer<typeof IpAddress>;

export const FloatingIp = z
  .strictObject({
    ...floatingIp,
    server_main_ip: z
      .string()
      .nullable()
      .meta(about('Main address of the server that it is attached to; null for none.', '203.0.113.10')),
    locked: z.boolean().describe('Whether an operation holds it.'),
    ip_address: IpAddress.describe('The address itself.'),
  })
  .meta({ id: 'FloatingIp', description: 'An address that can be moved between servers.' });
export type FloatingIp = z.infer<typeof FloatingIp>;

const ptrs = z.record(IpAddressText, PtrName.nullable()).refine((names) => {
  const amount = Object.keys(names).length;
  return amount >= 1 && amount <= 100;
}, 'Must name 1 to 100 addresses.');

export const UpdateIpAddress = z
  .strictObject({
    ptr: z
      .union([PtrName, ptrs, z.null()], { error: ifGiven('Must be a hostname, null, or an object of hostnames by address.') })
      .meta(
        about(
          'A name for an IPv4 address; names by address, 1 to 100, for an IPv6 network. null removes a name, or all names of a network.',
          'web-1.example.com',
        ),
      ),
  })
  .meta({ id: 'UpdateIpAddress', description: 'The new reverse DNS.' });

const count = z.int().min(0).max(64).default(0);
export const PurchaseFloatingIps = z
  .strictObject({
    billing_cycle: BillingCycle.default(1).meta(about('Months to pay at once, 1 to 24; 1 unless given.', 1)),
    ipv4: count.meta(about('How many IPv4 addresses.', 1)),
    ipv4_ddos: count.meta(about('How many IPv4 addresses with DDoS protection.', 0)),
    ipv6: count.meta(about('How many IPv6 networks.', 0)),
    server_id: Id.optional().meta(about('Server to attach them to; attached to none when it is left out.', 1)),
    auto_pay: AutoPay,
  })
  .refine((body) => body.ipv4 + body.ipv4_ddos + body.ipv6 > 0, { path: ['ipv4'], error: 'Must order at least one address.' })
  .meta({ id: 'PurchaseFloatingIps', description: 'The number of addresses to order, at least one.' });

const ids = idList(1, 100);

export const RenewFloatingIps = z
  .strictObject({
    ids: ids.meta(about('Ids of the floating IPs, 1 to 100.', [1, 2])),
    billing_cycle: RenewalCycle.meta(about('Months to pay at once.', 3)),
    auto_pay: AutoPay,
  })
  .meta({ id: 'RenewFloatingIps', description: 'The floating IPs to renew, and for how many months.' });

export const FloatingIpIds = z
  .strictObject({ ids: ids.meta(about('Ids of the floating IPs, 1 to 100.', [1, 2])) })
  .meta({ id: 'FloatingIpIds', description: 'The floating IPs.' });
export const AttachFloatingIps = z
  .strictObject({
    ids: ids.meta(about('Ids of the floating IPs, 1 to 100.', [1, 2])),
    server_id: Id.meta(about('Server to attach them to.', 1)),
  })
  .meta({ id: 'AttachFloatingIps', description: 'The floating IPs, and the server to attach them to.' });
export const CancelFloatingIps = z
  .strictObject({
    ids: ids.meta(about('Ids of the floating IPs, 1 to 100.', [1, 2])),
    now: z.boolean().describe('true: at once; false: when the paid time is over.'),
    reason: Reason.optional().meta(about('Why, for the operator of the service.', 'No longer needed.')),
  })
  .meta({ id: 'CancelFloatingIps', description: 'The floating IPs to cancel, and when.' });
