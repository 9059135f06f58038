/**
 * Products of a new installation other than plans, and its payment methods. Prices are net cents per month. `catalogue.yaml` lists the same
 * products.
 */
import type { Insertable } from 'kysely';
import type { Database } from '../schema.ts';

type Row<Table extends keyof Database> = Insertable<Database[Table]>;

export const ADDONS: readonly Row<'addon_products'>[] = [
  { key: 'backups', kind: 'backups', name: 'Weekly backups', price: 100n, position: 1 },
  { key: 'extra_ipv4', kind: 'extra-ipv4', name: 'IPv4 address', price: 200n, maximum: 16, position: 2 },
  {
    key: 'extra_ipv4_ddos',
    kind: 'extra-ipv4-ddos',
    name: 'IPv4 address with DDoS protection',
    price: 500n,
    maximum: 4,
    position: 3,
  },
  { key: 'extra_ipv6', kind: 'extra-ipv6', name: 'IPv6 network', price: 0n, maximum: 4, position: 4 },
  { key: 'bandwidth', kind: 'bandwidth', name: 'TB of traffic a month', price: 150n, maximum: 100, position: 5 },
  { key: 'cpanel-admin-5', kind: 'cpanel', name: 'cPanel Admin, 5 accounts', price: 2699n, bills_only: true, position: 6 },
  { key: 'cpanel-pro-30', kind: 'cpanel', name: 'cPanel Pro, 30 accounts', price: 3899n, bills_only: true, position: 7 },
  {
    key: 'microsoft_rds_sal',
    kind: 'seats',
    name: 'Microsoft Remote Desktop Services, user',
    price: 850n,
    maximum: 1_000,
    bills_only: true,
    position: 8,
  },
  {
    key: 'microsoft_office_sal',
    kind: 'seats',
    name: 'Microsoft Office, user',
    price: 1950n,
    maximum: 1_000,
    bills_only: true,
    position: 9,
  },
];

export const FLOATING_IP_PLANS: readonly Row<'floating_ip_plans'>[] = [
  { key: 'floating-ipv4', kind: 'ipv4', name: 'Floating IPv4 address', price: 200n, position: 1 },
  { key: 'floating-ipv4-ddos', kind: 'ipv4-ddos', name: 'Floating IPv4 address with DDoS protection', price: 500n, position: 2 },
  { key: 'floating-ipv6', kind: 'ipv6', name: 'Floating IPv6 network', price: 100n, position: 3 },
];

export const SUPPORT_PLANS: readonly Row<'support_plans'>[] = [
  { key: 'basic', name: 'Basic', price: 0n, features: ['Tickets on working days'], position: 1 },
  {
    key: 'premium',
    name: 'Premium',
    price: 2900n,
    features: ['Tickets around the clock', 'First answer within an hour'],
    ...{ response_minutes: 60, around_the_clock: true, credit_percentage: 25 },
    position: 2,
  },
];

export const SUPPORT_DEPARTMENTS: readonly Row<'support_departments'>[] = [
  { key: 'technical', name: 'Technical support', position: 1 },
  { key: 'billing', name: 'Billing', position: 2 },
  { key: 'sales', name: 'Sales', position: 3 },
];

/**
 * Payment methods. Cards use the sandbox, which takes payments only in a trial, until the operator configures a real gateway
 * (model/payments/offer.ts).
 */
export const PAYMENT_METHODS: readonly Row<'payment_methods'>[] = [
  { key: 'card', driver: 'sandbox', name: 'Card', minimum: 500n, maximum: 100_000n, saves_card: true, position: 1 },
  { key: 'bank', driver: 'bank', name: 'Bank transfer', minimum: 500n, maximum: 1_000_000n, position: 2 },
];

export const AFFILIATE_TERMS: Row<'affiliate_terms'> = {
  percentage: 10,
  attribution_days: 30,
  hold_days: 30,
  payout_minimum: 1_000n,
  payout_every_days: 30,
};
