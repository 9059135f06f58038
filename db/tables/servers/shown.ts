/** What is loaded of a server. */
import type { AddonKind } from '@innkeeper/model/addons';
import type { Cents } from '@innkeeper/model/money';
import type { Selectable } from 'kysely';
import type { Addon, Database, HeldAddress, Server, SshKey } from '../../schema.ts';
import type { FloatingIpTerms } from '../floating-ips/shown.ts';
import type { LoadedImage } from '../images.ts';
import type { LoadedPlan } from '../plans.ts';
import type { CancelRequest } from '../services.ts';

/** Of 49 columns: those of a page cost more than what is joined to them. */
export const SHOWN = [
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
  /** The main ones first. */
  addresses: ShownAddress[];
  ssh_keys: ShownSshKey[];
  lock: Pick<Selectable<Database['locks']>, 'reason' | 'locked_at'> | null;
  /** Those that have not ended, the oldest first. */
  addons: ShownAddon[];
  /** That it shall end. */
  cancel_request: CancelRequest | null;
  /** Of its renewals that are ordered and wait for their money. */
  unpaid_months: number;
}

/** `hostnames`: of servers that carry the key and have not ended, the `HOSTNAMES_SHOWN` oldest, as they are shown: `one.example,two.example`. */
export type ShownSshKey = Pick<SshKey, 'id' | 'name' | 'fingerprint' | 'public_key'> & { hostnames: string };

/** An address, with the floating IP that it is. */
export type ShownAddress = HeldAddress & { floating_ip: FloatingIpTerms | null };

/** An addon with the request that it shall end, and what the catalogue says of it; null: it is not there any more. */
export interface ShownAddon extends Addon {
  kind: AddonKind | null;
  /** Net cents a month of one more. */
  catalogue_price: Cents | null;
  cancel_request: CancelRequest | null;
}

/** What customers see of a server. */
export interface ShownServer extends Pick<Server, (typeof SHOWN)[number]>, Parts {}

/** And the rest of its row. */
export interface LoadedServer extends Server, Parts {}
