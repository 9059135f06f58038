/** Maps addons to the fields of requests, and to the offers that they can be changed to. Pure. */
import type { Addon, AvailableAddon } from '@innkeeper/sdk/index';

/** Addons that a request names by their key. All other keys are licences of the catalogue, which use the field `cpanel`. */
const FIELDS = [
  'backups',
  'bandwidth',
  'extra_ipv4',
  'extra_ipv4_ddos',
  'extra_ipv6',
  'microsoft_rds_sal',
  'microsoft_office_sal',
] as const;

const COUNTED: ReadonlySet<string> = new Set(['bandwidth', 'microsoft_rds_sal', 'microsoft_office_sal']);
const SEATS: ReadonlySet<string> = new Set(['microsoft_rds_sal', 'microsoft_office_sal']);

/** Returns the request field of this addon. */
export function fieldOf(key: string): (typeof FIELDS)[number] | 'cpanel' {
  return FIELDS.find((field) => field === key) ?? 'cpanel';
}

/** Returns whether this addon is bought in a quantity. */
export const isCounted = (key: string): boolean => COUNTED.has(key);

/** Returns the part of a request that orders this addon. */
export function requestOf(key: string, quantity: number): Record<string, boolean | number | string> {
  const field = fieldOf(key);
  if (field === 'cpanel') return { cpanel: key };
  return { [field]: isCounted(key) ? quantity : true };
}

/** Returns the offers that this addon can be changed to: another number of seats, or another licence. Empty for other addons. */
export function offersFor(addon: Pick<Addon, 'name' | 'status'>, available: readonly AvailableAddon[]): AvailableAddon[] {
  if (addon.status !== 'active') return [];
  if (SEATS.has(addon.name)) return available.filter(({ key }) => key === addon.name);
  if (fieldOf(addon.name) !== 'cpanel') return [];
  return available.filter(({ key }) => fieldOf(key) === 'cpanel' && key !== addon.name);
}
