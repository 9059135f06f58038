/** Types of a loaded server. */

import type { Cents } from '@innkeeper/model/money/money';
import type { AddonKind } from '@innkeeper/model/services/addons';
import type { Selectable } from 'kysely';
import type { Addon, AssignedAddress, Database, Server, SshKey } from '../../schema.ts';
import type { FloatingIpTerms } from '../floating-ips/shown.ts';
import type { LoadedImage } from '../images.ts';
import type { LoadedPlan } from '../plans.ts';
import type { CancelRequest } from '../services.ts';

/** Columns that are shown, of 50. On a page, reading the columns costs more than the joins. */
export const PROJECTION = [
  'id',
  'hostname',
  'status',
  'shown_reason',
  'power',
  'rescue',
  'network_suspended',
  'plan_id',
  'image_id',
  'disk_gb',
  'network_speed_mbps',
  'startup_script',
  'startup_script_at',
  'startup_script_kind',
  'billing_cycle',
  'renew_price',
  'promo_code',
  'auto_renew',
  'created_at',
  'billing_anchor',
  'expiry_at',
  'ended_at',
] as const satisfies readonly (keyof Server)[];

export interface Parts {
  plan: LoadedPlan;
  image: LoadedImage;
  /** Addresses, main addresses first. */
  addresses: ShownAddress[];
  ssh_keys: ShownSshKey[];
  lock: Pick<Selectable<Database['locks']>, 'reason' | 'locked_at'> | null;
  /** Addons that have not ended, oldest first. */
  addons: ShownAddon[];
  /** Request to end the server, or `null`. */
  cancel_request: CancelRequest | null;
  /** Months of its ordered renewals that are not paid yet. */
  unpaid_months: number;
}

/**
 * An SSH key. `hostnames` lists the `HOSTNAMES_SHOWN` oldest servers with this key that have not ended, as shown:
 * `one.example,two.example`.
 */
export type ShownSshKey = Pick<SshKey, 'id' | 'name' | 'fingerprint' | 'public_key'> & { hostnames: string };

/** An address with its floating IP. */
export type ShownAddress = AssignedAddress & { floating_ip: FloatingIpTerms | null };

/** An addon with its cancel request and data of the catalogue. The data is `null` if the catalogue no longer has the addon. */
export interface ShownAddon extends Addon {
  kind: AddonKind | null;
  /** Net price in cents per month for one more unit. */
  catalogue_price: Cents | null;
  cancel_request: CancelRequest | null;
}

/** The data of a server that customers see. */
export interface ShownServer extends Pick<Server, (typeof PROJECTION)[number]>, Parts {}

/** The shown data and the rest of the row. */
export interface LoadedServer extends Server, Parts {}
